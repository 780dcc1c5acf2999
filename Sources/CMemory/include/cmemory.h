#ifndef CMEMORY_H
#define CMEMORY_H

/// Keeps the process's memory, in which tokens are, to itself: no core dump, and no debugger of the same
/// user. A program that it starts inherits only the soft limit of 0 bytes, which that may raise. In C, because
/// Swift cannot call `prctl`, which has `...`.
void cmemory_hide(void);

#endif
