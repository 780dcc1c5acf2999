import CCurl
import Foundation

/// The transfers of one multi handle, confined to the loop's thread.
final class CurlTransfers {
  /// Interrupts ``wait()``, from any thread.
  let wake: @Sendable () -> Void
  private let library: CurlLibrary
  private let multi: UnsafeMutableRawPointer
  private let options: CurlTransport.Options
  private let progress: @Sendable () -> Void
  private var running: [UnsafeMutableRawPointer: CurlTransfer] = [:]
  private var waiting: [CurlJob] = []

  init?(
    library: CurlLibrary, options: CurlTransport.Options, progress: @escaping @Sendable () -> Void
  ) {
    guard let multi = ccurl_multi_init(library.functions) else { return nil }
    let limit = max(1, options.connectionsPerHost)
    ccurl_multi_set_long(library.functions, multi, CURLMOPT_MAX_HOST_CONNECTIONS, limit)
    ccurl_multi_set_long(library.functions, multi, CURLMOPT_MAXCONNECTS, limit * 2)
    self.library = library
    self.multi = multi
    self.options = options
    self.progress = progress
    // The one function that libcurl allows while another thread uses the same handle.
    nonisolated(unsafe) let handle = multi
    wake = { ccurl_multi_wakeup(library.functions, handle) }
  }

  deinit {
    for transfer in running.values { detach(transfer) }
    ccurl_multi_cleanup(library.functions, multi)
  }

  func failAll(_ reason: GradesError.Unreachable) {
    for job in waiting + running.values.map(\.job) {
      job.outcome.finish(.failure(GradesError.unreachable(reason)))
    }
    waiting = []
    for transfer in running.values { end(transfer) }
  }

  /// Performs all work that does not block; false when libcurl cannot continue.
  ///
  /// libcurl could queue jobs without a connection itself, but there the time limit for connecting
  /// includes the wait.
  func advance(with jobs: [CurlJob]) -> Bool {
    waiting += jobs
    for transfer in running.values where transfer.job.outcome.isFinished { end(transfer) }
    repeat {
      startWaiting()
      var count: Int32 = 0
      guard ccurl_multi_perform(library.functions, multi, &count) == CURLM_OK else { return false }
    } while finishDone()
    return true
  }

  /// Sleeps until a socket is ready, a timer ends or ``wake`` is called.
  func wait() -> Bool {
    // libcurl shortens the time to what its transfers need; without any, this is just "long".
    ccurl_multi_poll(library.functions, multi, 3_600_000) == CURLM_OK
  }

  private func startWaiting() {
    var busy: [String: Int] = [:]
    for transfer in running.values { busy[transfer.host, default: 0] += 1 }
    var left: [CurlJob] = []
    for job in waiting where !job.outcome.isFinished {
      let host = CurlTransfer.host(of: job.request)
      guard busy[host, default: 0] < max(1, options.connectionsPerHost) else {
        left.append(job)
        continue
      }
      guard
        let transfer = CurlTransfer(job, library: library, options: options, progress: progress),
        ccurl_multi_add(library.functions, multi, transfer.easy) == CURLM_OK
      else {
        job.outcome.finish(.failure(GradesError.unreachable(.other(code: 2))))
        continue
      }
      busy[host, default: 0] += 1
      running[transfer.easy] = transfer
    }
    waiting = left
  }

  /// Delivers the outcomes; returns whether there were any, hence free connections.
  private func finishDone() -> Bool {
    var hadAny = false
    var easy: UnsafeMutableRawPointer?
    var code = CURLE_OK
    while ccurl_multi_finished(library.functions, multi, &easy, &code) {
      guard let easy, let transfer = running[easy] else { continue }
      let outcome = transfer.outcome(code)
      end(transfer)
      transfer.job.outcome.finish(outcome)
      hadAny = true
    }
    return hadAny && !waiting.isEmpty
  }

  private func end(_ transfer: CurlTransfer) {
    running[transfer.easy] = nil
    detach(transfer)
  }

  private func detach(_ transfer: CurlTransfer) {
    ccurl_multi_remove(library.functions, multi, transfer.easy)
  }
}
