import CCurl
import Foundation
import Synchronization

/// The thread on which all transfers of a ``CurlTransport`` run, and its queue.
final class CurlLoop: Sendable {
  private enum Order {
    case start(CurlJob)
    case abandon(CurlJob)
  }

  private struct State {
    var orders: [Order] = []
    var hasThread = false
    var isStopped = false
    /// Wakes the thread; nil while it cannot be sleeping.
    var waker: CurlWaker?
  }

  private let options: CurlTransport.Options
  private let progress: @Sendable () -> Void
  private let state = Mutex(State())

  init(options: CurlTransport.Options, progress: @escaping @Sendable () -> Void) {
    self.options = options
    self.progress = progress
  }

  /// Queues a job, which runs as soon as its host has a free connection.
  func start(_ job: CurlJob) { give(.start(job)) }

  /// Starts the thread before the first job.
  func prepare() { if needsThread(nil) { startThread() } }

  /// Ends the transfer of a cancelled job.
  func abandon(_ job: CurlJob) { give(.abandon(job)) }

  /// Ends the thread; requires that no jobs are waiting.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.waker?.wake()
    }
  }

  private func give(_ order: Order) {
    if needsThread(order) { startThread() }
  }

  private func needsThread(_ order: Order?) -> Bool {
    state.withLock { state in
      if case .abandon = order, !state.hasThread { return false }
      if let order { state.orders.append(order) }
      // Under the lock: the waker is removed before its handle is destroyed.
      state.waker?.wake()
      defer { state.hasThread = true }
      return !state.hasThread
    }
  }

  private func startThread() {
    let thread = Thread { self.run() }
    thread.name = "grades.http"
    thread.start()
  }

  private func run() {
    blockSignals()
    guard let library = CurlLibrary.open(options.library),
      let transfers = CurlTransfers(library: library, options: options, progress: progress)
    else { return end(failing: .curlMissing) }
    state.withLock { $0.waker = transfers.waker }
    while let orders = takeOrders() {
      for order in orders {
        switch order {
        case .start(let job): transfers.add(job)
        case .abandon(let job): transfers.remove(job)
        }
      }
      guard transfers.advance(), transfers.wait() else { break }
    }
    state.withLock { $0.waker = nil }
    transfers.failAll(.connectionLost)
    end(failing: .connectionLost)
  }

  private func takeOrders() -> [Order]? {
    state.withLock { state in
      if state.isStopped { return nil }
      defer { state.orders = [] }
      return state.orders
    }
  }

  /// The thread ends; a later job starts a new one.
  private func end(failing reason: GradesError.Unreachable) {
    let orders = state.withLock { state in
      state.hasThread = false
      defer { state.orders = [] }
      return state.orders
    }
    for case .start(let job) in orders {
      job.outcome.finish(.failure(GradesError.unreachable(reason)))
    }
  }

  /// Blocks signals, which other threads of the program handle. SIGPIPE is raised in the writing
  /// thread and would end the program; while it is blocked, the write fails instead.
  private func blockSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
  }
}

/// Interrupts the wait of a multi handle.
struct CurlWaker: @unchecked Sendable {
  // Unchecked because of the handle: curl_multi_wakeup is the one function that libcurl allows
  // while another thread uses the same handle, and nothing else is done with it here.
  private let library: CurlLibrary
  private let multi: UnsafeMutableRawPointer

  init(library: CurlLibrary, multi: UnsafeMutableRawPointer) {
    self.library = library
    self.multi = multi
  }

  func wake() { ccurl_multi_wakeup(library.functions, multi) }
}
