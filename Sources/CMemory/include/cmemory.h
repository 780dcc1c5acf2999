#ifndef CMEMORY_H
#define CMEMORY_H

/// Lets all threads take memory from one place instead of one each; to be called before there are
/// threads. Swift cannot see `mallopt`, which is glibc's own.
void cmemory_share(void);

/// Keeps the process's memory, in which tokens are, to itself: no core dump, and no debugger of the same
/// user. A program that it starts inherits only the soft limit of 0 bytes, which that may raise.
void cmemory_hide(void);

/// Keeps what is freed from now on for what comes next.
void cmemory_keep(void);

#endif
