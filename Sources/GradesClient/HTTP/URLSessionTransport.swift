#if canImport(Darwin) || GRADES_URLSESSION
  import Foundation
  import Synchronization

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif
  #if GRADES_URLSESSION
    import GradesClient
  #endif

  /// HTTP over `URLSession`, the default on macOS.
  ///
  /// As ``CurlTransport`` does, it uses plain `http` to this machine only, follows no redirects, keeps no
  /// cookies and no cache, and bounds the time and the size of a response. Cancelling the task ends the
  /// transfer.
  ///
  /// `URLSession` keeps no order of a response's header fields: they are sorted by their names here, and
  /// fields of one name are joined.
  ///
  /// A request that could change data gets a session, hence a connection, of its own: `URLSession` may send a
  /// request again when a reused connection was closed.
  ///
  /// On Linux it is compiled and tested only, because there `URLSession` keeps a whole core busy while it waits
  /// for a new connection's first response, reports a failed handshake as a lost connection, and does not
  /// bound a response that trickles, other than by ``Options/requestTimeLimit``. It cannot trust other
  /// certificates than the system's.
  public final class URLSessionTransport: HTTPTransport {
    /// Limits of a transport.
    public struct Options: Hashable, Sendable {
      /// The time limit of one whole request, to the last byte of its response.
      public var requestTimeLimit: Duration = .seconds(60)
      /// The longest time without any byte.
      public var silenceTimeLimit: Duration = .seconds(30)
      /// The largest accepted response in bytes, unpacked.
      public var largestAnswer = 32 << 20
      /// The most requests, hence connections, to one host at a time; further ones wait.
      public var connectionsPerHost = 6
      /// The value of `User-Agent`.
      public var userAgent = "grades"

      /// Makes the usual options.
      public init() {}
    }

    private let options: Options
    private let responses: ResponseCollector
    private let session: URLSession

    /// Makes a transport.
    public init(options: Options = Options()) {
      self.options = options
      responses = ResponseCollector(largestAnswer: options.largestAnswer)
      session = Self.session(options, responses)
    }

    deinit { session.invalidateAndCancel() }

    /// Sends the request once and returns the response of any status.
    ///
    /// Throws ``GradesError/unreachable(_:)``, ``GradesError/unreadable(_:)`` (too large, not HTTP)
    /// or ``GradesError/cancelled``.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      try request.check()
      if Task.isCancelled { throw GradesError.cancelled }
      if request.method.isReading { return try await transfer(request, session) }
      let own = Self.session(options, responses)
      defer { own.finishTasksAndInvalidate() }
      return try await transfer(request, own)
    }

    private func transfer(_ request: HTTPRequest, _ session: URLSession) async throws
      -> HTTPResponse
    {
      let task = session.dataTask(with: URLRequest(request, options))
      let responses = responses
      let limit = min(request.timeLimit ?? options.requestTimeLimit, options.requestTimeLimit)
      let timer = Task {
        try await Task.sleep(for: limit)
        responses.end(task, GradesError.unreachable(.timedOut))
      }
      defer { timer.cancel() }
      return try await withTaskCancellationHandler {
        try await responses.response(of: task)
      } onCancel: {
        responses.end(task, GradesError.cancelled)
      }
    }

    private static func session(_ options: Options, _ responses: ResponseCollector) -> URLSession {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpCookieStorage = nil
      configuration.httpShouldSetCookies = false
      configuration.httpCookieAcceptPolicy = .never
      configuration.urlCache = nil
      configuration.urlCredentialStorage = nil
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      configuration.httpMaximumConnectionsPerHost = options.connectionsPerHost
      configuration.timeoutIntervalForRequest = options.silenceTimeLimit / .seconds(1)
      configuration.timeoutIntervalForResource = options.requestTimeLimit / .seconds(1)
      return URLSession(configuration: configuration, delegate: responses, delegateQueue: nil)
    }
  }

  /// Collects the responses of a session's tasks.
  private final class ResponseCollector: NSObject, URLSessionDataDelegate, Sendable {
    private struct Transfer {
      var body = Data()
      var waiting: CheckedContinuation<HTTPResponse, any Error>?
      /// Why it was ended.
      var error: GradesError?
    }

    private let largestAnswer: Int
    private let transfers = Mutex<[ObjectIdentifier: Transfer]>([:])

    init(largestAnswer: Int) { self.largestAnswer = largestAnswer }

    /// Starts a task and waits for its response.
    func response(of task: URLSessionTask) async throws -> HTTPResponse {
      try await withCheckedThrowingContinuation { waiting in
        let error = transfers.withLock { transfers in
          let error = transfers[ObjectIdentifier(task)]?.error
          transfers[ObjectIdentifier(task)] = error == nil ? Transfer(waiting: waiting) : nil
          return error
        }
        if let error { waiting.resume(throwing: error) } else { task.resume() }
      }
    }

    /// Ends a task whose response is not wanted any more.
    func end(_ task: URLSessionTask, _ error: GradesError) {
      let waiting = transfers.withLock { transfers in
        // A task that has not started yet must not start.
        let waiting = transfers.removeValue(forKey: ObjectIdentifier(task))?.waiting
        if waiting == nil, task.state == .suspended {
          transfers[ObjectIdentifier(task)] = Transfer(error: error)
        }
        return waiting
      }
      task.cancel()
      waiting?.resume(throwing: error)
    }

    /// Follows no redirect: a token is for one host.
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      let isTooLarge = transfers.withLock { transfers in
        guard let count = transfers[ObjectIdentifier(dataTask)]?.body.count else { return false }
        guard data.count <= largestAnswer - count else { return true }
        transfers[ObjectIdentifier(dataTask)]?.body.append(data)
        return false
      }
      if isTooLarge { end(dataTask, .unreadable(.tooLarge)) }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      let transfer = transfers.withLock { $0.removeValue(forKey: ObjectIdentifier(task)) }
      guard let transfer, let waiting = transfer.waiting else { return }
      if let error {
        waiting.resume(throwing: GradesError(urlSession: error))
      } else if let response = task.response as? HTTPURLResponse {
        waiting.resume(returning: HTTPResponse(response, body: transfer.body))
      } else {
        waiting.resume(throwing: GradesError.unreadable(.text))
      }
    }
  }

  extension URLRequest {
    fileprivate init(_ request: HTTPRequest, _ options: URLSessionTransport.Options) {
      self.init(url: request.url)
      httpMethod = request.method.rawValue
      httpShouldHandleCookies = false
      setValue(options.userAgent, forHTTPHeaderField: "User-Agent")
      for header in request.headers { setValue(header.value, forHTTPHeaderField: header.name) }
      httpBody = request.body
    }
  }

  extension HTTPResponse {
    fileprivate init(_ response: HTTPURLResponse, body: Data) {
      let fields = response.allHeaderFields.compactMap { name, value in
        (name as? String).map { HTTPHeader($0, "\(value)") }
      }
      self.init(
        status: response.statusCode, headers: fields.sorted { $0.name < $1.name }, body: body)
    }
  }

  extension GradesError {
    /// Converts an error of `URLSession`.
    fileprivate init(urlSession error: any Error) {
      self =
        switch (error as? URLError)?.code {
        case .timedOut: .unreachable(.timedOut)
        case .cannotFindHost, .dnsLookupFailed: .unreachable(.nameNotFound)
        case .cannotConnectToHost: .unreachable(.refused)
        case .networkConnectionLost, .notConnectedToInternet: .unreachable(.connectionLost)
        case .serverCertificateHasBadDate, .serverCertificateNotYetValid:
          .unreachable(.tls(.expired))
        case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot:
          .unreachable(.tls(.untrusted))
        case .secureConnectionFailed: .unreachable(.tls(.other))
        case .cannotParseResponse, .badServerResponse, .cannotDecodeRawData,
          .cannotDecodeContentData:
          .unreadable(.text)
        case .cancelled: .cancelled
        case let code?: .unreachable(.other(code: code.rawValue))
        case nil: .unreachable(.other(code: 0))
        }
    }
  }
#endif
