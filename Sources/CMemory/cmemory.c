#include "cmemory.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#ifdef __GLIBC__
#include <malloc.h>
#endif

void cmemory_share(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
}

void cmemory_keep(void) {
#ifdef __GLIBC__
  // The answer, what is read of it and its table are large and live one after the other. Given back to
  // the system and taken again, every page of them would be cleared and mapped again.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
  // What is freed here stays at the end of the heap, which then grows by pages of 2 MiB: a group of thousands of
  // students causes half as many page faults.
  const size_t size = 24 << 20;
  const uintptr_t huge = 2 << 20;
  char *room = malloc(size);
  if (room == NULL) return;
  uintptr_t start = ((uintptr_t)room + huge - 1) & ~(huge - 1);
  uintptr_t end = ((uintptr_t)room + size) & ~(huge - 1);
  madvise((void *)start, end - start, MADV_HUGEPAGE);
  free(room);
#endif
}

void cmemory_hide(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) == 0) {
    limit.rlim_cur = 0;
    setrlimit(RLIMIT_CORE, &limit);
  }
#ifdef __linux__
  // A dump that goes to a program, as systemd's, has no limit of size; this stops it too.
  prctl(PR_SET_DUMPABLE, 0);
#endif
}
