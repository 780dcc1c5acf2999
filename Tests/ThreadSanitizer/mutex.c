// Tells the thread sanitizer what it cannot see: a mutex of Swift's Synchronization that is waited for
// is locked and unlocked by the kernel, in a library without instrumentation. Without this every access
// under such a lock is called a race. Loaded before that library by `make sanitize`.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

typedef SWIFT void Lock(uint32_t, SELF);
typedef SWIFT _Bool TryLock(SELF);
typedef SWIFT void Unlock(SELF);

// Only programs that are built with the sanitizer have these.
__attribute__((weak)) void __tsan_acquire(void *);
__attribute__((weak)) void __tsan_release(void *);

#define NAME(rest) "$s15Synchronization12_MutexHandleV" rest

SWIFT void lock(uint32_t thread, SELF) __asm__(NAME("9_lockSlowyys6UInt32VF"));
SWIFT void lock(uint32_t thread, SELF) {
  ((Lock *)dlsym(RTLD_NEXT, NAME("9_lockSlowyys6UInt32VF")))(thread, self);
  if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT _Bool tryLock(SELF) __asm__(NAME("12_tryLockSlowSbyF"));
SWIFT _Bool tryLock(SELF) {
  _Bool locked = ((TryLock *)dlsym(RTLD_NEXT, NAME("12_tryLockSlowSbyF")))(self);
  if (locked && __tsan_acquire) __tsan_acquire(self);
  return locked;
}

SWIFT void unlock(SELF) __asm__(NAME("11_unlockSlowyyF"));
SWIFT void unlock(SELF) {
  if (__tsan_release) __tsan_release(self);
  ((Unlock *)dlsym(RTLD_NEXT, NAME("11_unlockSlowyyF")))(self);
}
