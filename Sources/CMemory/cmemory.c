#include "cmemory.h"

#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

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
