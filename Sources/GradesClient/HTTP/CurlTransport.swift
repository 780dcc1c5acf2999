import Foundation

/// HTTP over libcurl, which is loaded with the first request (Architecture, Parts from elsewhere).
///
/// All requests share one libcurl "multi" handle on one thread of its own, which is created with
/// the first request and sleeps in the kernel while there is nothing to do. Cancelling the task
/// that waits for an answer ends the transfer.
///
/// Certificates are always verified; plain `http` is taken to this machine only. Redirects are not
/// followed and cookies are not kept, so a token never travels to another host and a session never
/// outlives it (Figures, Safe with credentials; Service contract, 3.1). The proxies of the
/// environment are used, though never for this machine.
///
/// Every request that could change something gets a connection of its own: libcurl silently sends
/// a request once more when a reused connection turns out to be dead, also a PUT.
public final class CurlTransport: HTTPTransport {
  /// Limits and trust of a transport.
  public struct Options: Hashable, Sendable {
    /// Time for looking up the name, connecting and agreeing on TLS.
    public var connectTimeLimit: Duration = .seconds(10)
    /// Time for one whole request, to the last byte of its answer.
    public var requestTimeLimit: Duration = .seconds(60)
    /// Time without any byte after which a transfer counts as timed out.
    public var silenceTimeLimit: Duration = .seconds(30)
    /// Bytes of the largest answer that is taken, unpacked.
    public var largestAnswer = 32 << 20
    /// Requests to one host at a time, hence connections; further ones wait for their turn.
    public var connectionsPerHost = 6
    /// A file of PEM certificates that are trusted instead of the system's.
    public var certificateFile: URL?
    /// Whether the proxies that the environment names are used, except for this machine.
    public var usesProxies = true
    /// What the service is told about this program.
    public var userAgent = "grades"
    /// The library's name for the dynamic linker.
    public var library = CurlLibrary.usualName

    /// Makes the usual options.
    public init() {}
  }

  private let options: Options
  private let loop: CurlLoop

  /// Makes a transport; neither library nor thread is there before ``prepare()`` or the first request.
  public init(options: Options = Options()) {
    self.options = options
    loop = CurlLoop(options: options)
  }

  deinit { loop.stop() }

  /// Sends the request once and gives back the answer, whatever its status.
  ///
  /// Throws ``GradesError/unreachable(_:)``, ``GradesError/unreadable(_:)`` (too large, not HTTP)
  /// or ``GradesError/cancelled``.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try Self.checkAddress(request.url)
    try Self.checkHeaders(request.headers)
    let job = CurlJob(request)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if job.begin(continuation) { loop.start(job) }
      }
    } onCancel: {
      job.finish(.failure(GradesError.cancelled))
      loop.abandon(job)
    }
  }

  /// Lets the library be loaded, which takes 8 to 10 ms, while the caller finds out what to ask.
  public func prepare() { loop.prepare() }

  private static func checkAddress(_ url: URL) throws {
    guard let host = url.host, !host.isEmpty else { throw GradesError.unreachable(.other(code: 3)) }
    switch url.scheme?.lowercased() {
    case "https": return
    case "http" where isLoopback(host: host): return
    default: throw GradesError.unreachable(.insecureAddress)
    }
  }

  /// A line break in a field would let its writer add fields of their own.
  private static func checkHeaders(_ headers: [HTTPHeader]) throws {
    for header in headers {
      let bytes = Array(header.name.utf8) + Array(header.value.utf8)
      if header.name.isEmpty || bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
        throw GradesError.unreachable(.other(code: 43))
      }
    }
  }
}
