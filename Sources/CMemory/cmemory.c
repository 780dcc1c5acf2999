#include "cmemory.h"

#include <stdlib.h>
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
  // the system and taken again, every page of them would be cleared and mapped anew.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
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
