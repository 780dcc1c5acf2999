import CCurl
import Foundation
import Synchronization

/// The thread on which all transfers of a ``CurlTransport`` run, and the way to talk to it.
final class CurlLoop: Sendable {
  private enum Order {
    case start(CurlJob)
    case abandon(CurlJob)
  }

  private struct State {
    var orders: [Order] = []
    var hasThread = false
    var isStopped = false
    /// Wakes the thread; nil while it cannot be asleep.
    var waker: CurlWaker?
  }

  private let options: CurlTransport.Options
  private let state = Mutex(State())

  init(options: CurlTransport.Options) { self.options = options }

  /// Lets a job run as soon as its host has a connection to spare.
  func start(_ job: CurlJob) { give(.start(job)) }

  /// Lets the thread begin before there is a job.
  func prepare() { if needsThread(nil) { startThread() } }

  /// Ends the transfer of a job whose outcome nobody waits for any more.
  func abandon(_ job: CurlJob) { give(.abandon(job)) }

  /// Lets the thread end; there must be no waiting jobs.
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
      // Under the lock: the handle that the waker knows is destroyed only after it is taken away.
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
      let transfers = CurlTransfers(library: library, options: options)
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
    for case .start(let job) in orders { job.finish(.failure(GradesError.unreachable(reason))) }
  }

  /// Signals belong to the program's other threads. SIGPIPE is raised in the thread that writes
  /// and would end the program; blocked, the write just fails.
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
