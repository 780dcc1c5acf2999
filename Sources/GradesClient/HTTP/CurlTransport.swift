import CCurl
import Foundation

/// HTTP over libcurl, which is loaded with the first request (Architecture, Parts from elsewhere).
///
/// All requests share one libcurl "multi" handle on one thread of its own, which sleeps in the kernel
/// while idle. Cancelling the task that waits for a response ends the transfer.
///
/// Certificates are always verified; plain `http` is used to this machine only. Redirects are not
/// followed and cookies are not kept, so a token is never sent to another host and no session
/// outlives it (Figures, Safe with credentials; Service contract, 3.1). The proxies of the
/// environment are used, though never for this machine.
///
/// A request that could change data gets a new connection: libcurl silently sends a request again
/// when a reused connection was closed, even a PUT.
public final class CurlTransport: HTTPTransport {
  /// Limits and trust of a transport.
  public struct Options: Hashable, Sendable {
    /// The time limit for DNS, connecting and the TLS handshake.
    public var connectTimeLimit: Duration = .seconds(10)
    /// The time limit of one whole request, to the last byte of its response.
    public var requestTimeLimit: Duration = .seconds(60)
    /// The longest time without any byte.
    public var silenceTimeLimit: Duration = .seconds(30)
    /// The largest accepted response in bytes, unpacked.
    public var largestAnswer = 32 << 20
    /// The most requests, hence connections, to one host at a time; further ones wait.
    public var connectionsPerHost = 6
    /// A file of PEM certificates that are trusted instead of the system's.
    public var certificateFile: URL?
    /// A folder of PEM certificates, named by their hashes (`openssl rehash`), that are trusted too.
    public var certificateFolder: URL?
    /// Whether responses say when the certificate of the service ends, as far as the TLS library says it.
    package var readsCertificates = false
    /// Whether the proxies that the environment names are used, except for this machine.
    public var usesProxies = true
    /// The value of `User-Agent`.
    public var userAgent = "grades"
    /// The library's name for the dynamic linker.
    package var library = CurlLibrary.usualName

    /// Makes options, by default the usual ones.
    public init() {}

    /// Makes options that trust the certificates of `CURL_CA_BUNDLE`, else of `SSL_CERT_FILE` and
    /// `SSL_CERT_DIR`, as the program curl does; libcurl itself reads none of them.
    package init(environment: [String: String]) {
      func url(_ name: String) -> URL? {
        environment[name].flatMap { $0.isEmpty ? nil : URL(filePath: $0) }
      }
      certificateFile = url("CURL_CA_BUNDLE") ?? url("SSL_CERT_FILE")
      if url("CURL_CA_BUNDLE") == nil { certificateFolder = url("SSL_CERT_DIR") }
    }
  }

  /// The names and versions of libcurl and of the libraries that it uses; nil where it is missing or too old.
  /// Loads the library.
  package static func libraryVersion(_ options: Options = Options()) -> String? {
    CurlLibrary.open(options.library).map { String(cString: ccurl_version($0.functions)) }
  }

  private let loop: CurlLoop

  /// Makes a transport; the library and the thread start with ``prepare()`` or the first request.
  ///
  /// `progress` is called, on the transport's thread, for each piece of a response that comes.
  public init(options: Options = Options(), progress: @escaping @Sendable () -> Void = {}) {
    loop = CurlLoop(options: options, progress: progress)
  }

  deinit { loop.stop() }

  /// Sends the request once and returns the response of any status.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try request.check()
    let job = CurlJob(request)
    return try await withTaskCancellationHandler {
      if !job.outcome.isFinished { loop.start([job]) }
      return try await job.outcome.value()
    } onCancel: {
      job.outcome.finish(.failure(GradesError.cancelled))
      loop.wake()
    }
  }

  /// Starts to load the library, which takes 8 to 10 ms, while the caller prepares its request.
  public func prepare() { loop.start() }
}
