/* SPDX-License-Identifier: ISC */
/* pool.c - see pool.h */
#define _POSIX_C_SOURCE 200809L
#include "pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

/* So many elements are taken at once: enough that taking costs nothing, few enough that all threads end together. */
enum { PART = 16 };

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    pid_t process;        /* where the threads are */
    unsigned workers;     /* the caller not counted */
    uint64_t round;       /* grows with each run; guarded, as all down to stop, by the lock */
    unsigned running;     /* workers that have not finished this round */
    bool stop;
    pool_task task;       /* these are set before a round begins */
    void *context;
    size_t count;
    atomic_size_t next;   /* the first element that nobody has taken */
    pthread_t thread[];
};

static void take_parts(struct pool *pool)
{
    size_t first;
    while ((first = atomic_fetch_add_explicit(&pool->next, PART, memory_order_relaxed)) < pool->count)
        pool->task(pool->context, first, pool->count - first < PART ? pool->count : first + PART);
}

static void *work(void *argument)
{
    struct pool *pool = argument;
    uint64_t round = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->round == round && !pool->stop)
            pthread_cond_wait(&pool->begin, &pool->lock);
        if (pool->stop)
            break;
        round = pool->round;
        pthread_mutex_unlock(&pool->lock);
        take_parts(pool);
        pthread_mutex_lock(&pool->lock);
        if (!--pool->running)
            pthread_cond_signal(&pool->end);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

vc_status vci_pool_new(const vc_memory *memory, unsigned threads, struct pool **made)
{
    struct pool *pool = NULL;
    *made = NULL;
    if (threads < 2)
        return VC_OK;
    pool = memory->allocate(memory->user, sizeof *pool + (threads - 1) * sizeof *pool->thread);
    if (!pool)
        return VC_ERR_MEMORY;
    pool->process = getpid();
    pool->workers = 0;
    pool->round = 0;
    pool->running = 0;
    pool->stop = false;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->end, NULL);
    while (pool->workers < threads - 1 && !pthread_create(&pool->thread[pool->workers], NULL, work, pool))
        pool->workers++;
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
        pthread_mutex_lock(&pool->lock);
        pool->stop = true;
        pthread_cond_broadcast(&pool->begin);
        pthread_mutex_unlock(&pool->lock);
        while (pool->workers)
            pthread_join(pool->thread[--pool->workers], NULL);
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
    pthread_mutex_lock(&pool->lock);
    pool->task = task;
    pool->context = context;
    pool->count = count;
    atomic_store_explicit(&pool->next, 0, memory_order_relaxed);
    pool->running = pool->workers;
    pool->round++;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    take_parts(pool);
    pthread_mutex_lock(&pool->lock);
    while (pool->running)
        pthread_cond_wait(&pool->end, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}
