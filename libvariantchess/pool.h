/* SPDX-License-Identifier: ISC */
/*
 * pool.h - threads that wait for work
 *
 * Knows nothing of games. Includes the public header, for memory and statuses.
 */
#ifndef VCI_POOL_H
#define VCI_POOL_H

#include <variantchess/variantchess.h>

struct pool;

/* Does the part of some work from first on up to end. */
typedef void (*pool_task)(void *context, size_t first, size_t end);

/* A pool that works with so many threads, the caller's included; NULL for one. VC_OK, VC_ERR_MEMORY. */
vc_status vci_pool_new(const vc_memory *memory, unsigned threads, struct pool **pool);
/* Ends the threads. NULL is allowed. */
void vci_pool_free(const vc_memory *memory, struct pool *pool);

/*
 * Has all of 0 ... count - 1 done, in parts of any size and order, and waits for it. pool: NULL for the caller alone.
 * So it is in the child of a fork, too, which has no other threads.
 */
void vci_pool_run(struct pool *pool, pool_task task, void *context, size_t count);

#endif
