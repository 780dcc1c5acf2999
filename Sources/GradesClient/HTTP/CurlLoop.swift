import CCurl
import Foundation
import Synchronization

/// The thread on which all transfers of a ``CurlTransport`` run, and its queue.
final class CurlLoop: Sendable {
  private struct State {
    /// What the thread has not taken yet.
    var jobs: [CurlJob] = []
    var hasThread = false
    var isStopped = false
    /// Wakes the thread; nil while it cannot be sleeping.
    var wake: (@Sendable () -> Void)?
  }

  private let options: CurlTransport.Options
  private let progress: @Sendable () -> Void
  private let state = Mutex(State())

  init(options: CurlTransport.Options, progress: @escaping @Sendable () -> Void) {
    self.options = options
    self.progress = progress
  }

  /// Queues jobs, which run as soon as their host has a free connection; without any, only the thread starts.
  func start(_ jobs: [CurlJob] = []) {
    let hadThread = state.withLock { state in
      state.jobs += jobs
      // Under the lock: the waker is removed before its handle is destroyed.
      state.wake?()
      defer { state.hasThread = true }
      return state.hasThread
    }
    if hadThread { return }
    let thread = Thread { self.run() }
    thread.name = "grades.http"
    thread.start()
  }

  /// Lets the thread end the transfers of jobs that were cancelled.
  func wake() { state.withLock { $0.wake?() } }

  /// Ends the thread; requires that no jobs are waiting.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.wake?()
    }
  }

  private func run() {
    blockSignals()
    guard let library = CurlLibrary.open(options.library),
      let transfers = CurlTransfers(library: library, options: options, progress: progress)
    else { return end(failing: .curlMissing) }
    state.withLock { $0.wake = transfers.wake }
    while let jobs = takeJobs(), transfers.advance(with: jobs), transfers.wait() {}
    state.withLock { $0.wake = nil }
    transfers.failAll(.connectionLost)
    end(failing: .connectionLost)
  }

  private func takeJobs() -> [CurlJob]? {
    state.withLock { state in
      if state.isStopped { return nil }
      defer { state.jobs = [] }
      return state.jobs
    }
  }

  /// The thread ends; a later job starts a new one.
  private func end(failing reason: GradesError.Unreachable) {
    let jobs = state.withLock { state in
      state.hasThread = false
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in jobs { job.outcome.finish(.failure(GradesError.unreachable(reason))) }
  }

  /// Blocks signals, which other threads of the program handle. SIGPIPE is raised in the writing
  /// thread and would end the program; while it is blocked, the write fails instead.
  private func blockSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
  }
}
