#ifndef CMEMORY_H
#define CMEMORY_H

/// Lets all threads take memory from one place instead of one each, and keeps what was freed for what
/// comes next; to be called before there are threads. Swift cannot see `mallopt`, which is glibc's own.
void cmemory_share(void);

#endif
