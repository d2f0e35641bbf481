/* SPDX-License-Identifier: ISC */
/* pool.c - see pool.h */
#define _POSIX_C_SOURCE 200809L
#include "pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

enum {
    PART = 16,   /* elements taken at once: enough that taking costs nothing, few enough that all end together */
    /*
     * Looks, some tens of microseconds, before a thread that waits goes to sleep, since waking it takes longer: where
     * each thread can have a processor.
     */
    SPINS = 2000
};

/* What one thread does first, so that the same elements stay in the same processor's cache; then it helps others. */
struct share {
    atomic_size_t next;         /* the first element that nobody has taken */
    size_t end;
    pthread_t thread;           /* of a worker */
    struct pool *pool;
    char apart[128 - 2 * sizeof(size_t) - sizeof(pthread_t) - sizeof(struct pool *)]; /* from the next one's line */
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    pid_t process;              /* where the threads are */
    unsigned workers;           /* the caller not counted */
    unsigned spins;
    atomic_uint_fast64_t round; /* grows with each run, under the lock, when what follows is set */
    atomic_uint running;        /* workers that have not finished this round */
    pool_task task;             /* NULL: the end */
    void *context;
    struct share shares[];      /* the caller's, then the workers' */
};

/* Tells the processor that this is a loop of waiting. */
static void relax(void)
{
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#endif
}

static void take_parts(struct pool *pool, size_t self)
{
    const size_t threads = (size_t)pool->workers + 1;
    for (size_t i = 0; i < threads; i++) {
        struct share *share = &pool->shares[(self + i) % threads];
        size_t first;
        while ((first = atomic_fetch_add_explicit(&share->next, PART, memory_order_relaxed)) < share->end)
            pool->task(pool->context, first, share->end - first < PART ? share->end : first + PART);
    }
}

/* Waits for a round after the one given. */
static uint64_t await_round(struct pool *pool, uint64_t last)
{
    uint64_t round;
    for (unsigned i = 0; i < pool->spins; i++, relax())
        if ((round = atomic_load_explicit(&pool->round, memory_order_acquire)) != last)
            return round;
    pthread_mutex_lock(&pool->lock);
    while ((round = atomic_load_explicit(&pool->round, memory_order_acquire)) == last)
        pthread_cond_wait(&pool->begin, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    return round;
}

static void begin_round(struct pool *pool, pool_task task, void *context)
{
    pthread_mutex_lock(&pool->lock);
    pool->task = task;
    pool->context = context;
    atomic_store_explicit(&pool->running, pool->workers, memory_order_relaxed);
    atomic_fetch_add_explicit(&pool->round, 1, memory_order_release);
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
}

static void end_round(struct pool *pool)
{
    for (unsigned i = 0; i < pool->spins; i++, relax())
        if (!atomic_load_explicit(&pool->running, memory_order_acquire))
            return;
    pthread_mutex_lock(&pool->lock);
    while (atomic_load_explicit(&pool->running, memory_order_acquire))
        pthread_cond_wait(&pool->end, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

static void *work(void *argument)
{
    const struct share *share = argument;
    struct pool *pool = share->pool;
    for (uint64_t round = 0;;) {
        round = await_round(pool, round);
        if (!pool->task)
            return NULL;
        take_parts(pool, (size_t)(share - pool->shares));
        if (atomic_fetch_sub_explicit(&pool->running, 1, memory_order_acq_rel) == 1) {
            pthread_mutex_lock(&pool->lock);
            pthread_cond_signal(&pool->end);
            pthread_mutex_unlock(&pool->lock);
        }
    }
}

vc_status vci_pool_new(const vc_memory *memory, unsigned threads, struct pool **made)
{
    struct pool *pool = NULL;
    *made = NULL;
    if (threads < 2)
        return VC_OK;
    pool = memory->allocate(memory->user, sizeof *pool + threads * sizeof *pool->shares);
    if (!pool)
        return VC_ERR_MEMORY;
    pool->process = getpid();
    pool->workers = 0;
    pool->spins = sysconf(_SC_NPROCESSORS_ONLN) < (long)threads ? 0 : SPINS;
    atomic_init(&pool->round, 0);
    atomic_init(&pool->running, 0);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->end, NULL);
    for (unsigned i = 0; i < threads; i++) {
        pool->shares[i].pool = pool;
        atomic_init(&pool->shares[i].next, 0);
    }
    while (pool->workers < threads - 1) {
        struct share *share = &pool->shares[pool->workers + 1];
        if (pthread_create(&share->thread, NULL, work, share))
            break;
        pool->workers++;
    }
    if (pool->workers < threads - 1) {
        vci_pool_free(memory, pool);
        return VC_ERR_MEMORY;
    }
    *made = pool;
    return VC_OK;
}

/* In a child the threads do not exist, and what they held at the fork is lost. */
static bool is_child(const struct pool *pool) { return pool->process != getpid(); }

void vci_pool_free(const vc_memory *memory, struct pool *pool)
{
    if (!pool)
        return;
    if (!is_child(pool)) {
        begin_round(pool, NULL, NULL);
        for (unsigned i = 1; i <= pool->workers; i++)
            pthread_join(pool->shares[i].thread, NULL);
        pthread_cond_destroy(&pool->end);
        pthread_cond_destroy(&pool->begin);
        pthread_mutex_destroy(&pool->lock);
    }
    memory->deallocate(memory->user, pool);
}

void vci_pool_run(struct pool *pool, pool_task task, void *context, size_t count)
{
    if (!pool || count <= PART || is_child(pool)) {
        task(context, 0, count);
        return;
    }
    const size_t threads = (size_t)pool->workers + 1;
    for (size_t i = 0; i < threads; i++) {
        atomic_store_explicit(&pool->shares[i].next, count / threads * i, memory_order_relaxed);
        pool->shares[i].end = i + 1 < threads ? count / threads * (i + 1) : count;
    }
    begin_round(pool, task, context);
    take_parts(pool, 0);
    end_round(pool);
}
