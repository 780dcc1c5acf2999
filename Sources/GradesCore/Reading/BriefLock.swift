import Foundation

/// Keeps other processes away while a small file is read, changed and replaced: flock on a file
/// beside it, which ends with the process too.
///
/// It is held for milliseconds, so who waits may block. Who would wait for longer, say because the
/// holder was stopped, goes on without: the file is replaced as a whole in any case.
struct BriefLock {
  private let descriptor: Int32

  init(beside file: URL) {
    let lock = open(file.path + ".lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    var tries = 5000
    while lock >= 0, flock(lock, LOCK_EX | LOCK_NB) != 0, tries > 0,
      errno == EWOULDBLOCK || errno == EINTR
    {
      usleep(1000)
      tries -= 1
    }
    descriptor = lock
  }

  /// Lets the next one have it.
  func release() {
    if descriptor >= 0 { close(descriptor) }
  }
}
