import CCurl
import Files
import Foundation

/// A request and its response, for which one task waits.
final class CurlJob: Sendable {
  let request: HTTPRequest
  /// Finished by the transfer, or by the caller's cancellation.
  let outcome = Promise<HTTPResponse>(cancellation: GradesError.cancelled)

  init(_ request: HTTPRequest) { self.request = request }
}

/// One running request: libcurl's easy handle and the received part of the response.
///
/// Confined to the loop's thread; the handle must be removed from its multi handle before this
/// value is released.
final class CurlTransfer {
  let job: CurlJob
  let easy: UnsafeMutableRawPointer
  let host: String
  let library: CurlLibrary
  private var fields: UnsafeMutablePointer<curl_slist>?
  private let errorBuffer: UnsafeMutablePointer<CChar>
  private let largestAnswer: Int
  private let progress: @Sendable () -> Void
  private var headers: [HTTPHeader] = []
  private var headerBytes = 0
  private var body = Data()
  private var isTooLarge = false

  /// Prepares the transfer; nil when libcurl has no memory or rejects a required option.
  init?(
    _ job: CurlJob, library: CurlLibrary, options: CurlTransport.Options,
    progress: @escaping @Sendable () -> Void
  ) {
    guard let easy = ccurl_easy_init(library.functions) else { return nil }
    self.job = job
    self.library = library
    self.easy = easy
    errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    host = Self.host(of: job.request)
    largestAnswer = options.largestAnswer
    self.progress = progress
    guard setLimits(options), setTrust(options), setRequest(options), setReceivers() else {
      return nil
    }
  }

  deinit {
    ccurl_easy_cleanup(library.functions, easy)
    ccurl_list_free(library.functions, fields)
    errorBuffer.deallocate()
  }

  /// The key of a host: scheme, name and port.
  static func host(of request: HTTPRequest) -> String {
    let url = request.url
    return "\(url.scheme ?? "")://\(url.host?.lowercased() ?? ""):\(url.port ?? 0)"
  }

  var errorText: String { String(cString: errorBuffer) }

  func outcome(_ code: CURLcode) -> Result<HTTPResponse, any Error> {
    if isTooLarge { return .failure(GradesError.unreadable(.tooLarge)) }
    guard code == CURLE_OK else { return .failure(failure(code)) }
    let status = information(CURLINFO_RESPONSE_CODE)
    var response = HTTPResponse(status: status, headers: headers, body: body)
    response.certificateEnd = ccurl_certificate_end(library.functions, easy)
      .flatMap { certificateDate(String(cString: $0)) }
    return .success(response)
  }

  // MARK: Options

  private func setLimits(_ options: CurlTransport.Options) -> Bool {
    let whole = min(options.requestTimeLimit, job.request.timeLimit ?? options.requestTimeLimit)
    // Older libraries do not have this option, which only makes cancelling slower.
    _ = ccurl_set_quick_exit(library.functions, easy)
    // Fewer, larger pieces; libraries with a lower limit use that.
    _ = set(CURLOPT_BUFFERSIZE, 128 << 10)
    // libcurl takes 0 for "no limit".
    return ok(ccurl_set_pointer(library.functions, easy, CURLOPT_ERRORBUFFER, errorBuffer))
      && set(CURLOPT_NOSIGNAL, 1)
      && set(CURLOPT_CONNECTTIMEOUT_MS, max(1, options.connectTimeLimit.milliseconds))
      && set(CURLOPT_TIMEOUT_MS, max(1, whole.milliseconds))
      && set(CURLOPT_LOW_SPEED_LIMIT, 1)
      && set(CURLOPT_LOW_SPEED_TIME, max(1, options.silenceTimeLimit.milliseconds / 1000))
      && ok(
        ccurl_set_size(
          library.functions, easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(largestAnswer)))
  }

  private func setTrust(_ options: CurlTransport.Options) -> Bool {
    // An empty proxy means none, whatever the environment has.
    if !options.usesProxies || isLoopback(host: job.request.url.host ?? "") {
      guard set(CURLOPT_PROXY, "") else { return false }
    }
    if let file = options.certificateFile {
      guard set(CURLOPT_CAINFO, file.path) else { return false }
    }
    if let folder = options.certificateFolder {
      guard set(CURLOPT_CAPATH, folder.path) else { return false }
    }
    // Some TLS libraries cannot say it.
    if options.readsCertificates { _ = set(CURLOPT_CERTINFO, 1) }
    return set(CURLOPT_SSL_VERIFYPEER, 1) && set(CURLOPT_SSL_VERIFYHOST, 2)
      && set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
      && set(CURLOPT_FOLLOWLOCATION, 0) && set(CURLOPT_NETRC, 0)
      && set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
  }

  private func setRequest(_ options: CurlTransport.Options) -> Bool {
    let request = job.request
    // Libraries without HTTP/2 or gzip reject these options and work without them.
    _ = set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
    _ = set(CURLOPT_ACCEPT_ENCODING, "gzip")
    guard set(CURLOPT_URL, request.url.absoluteString), set(CURLOPT_USERAGENT, options.userAgent),
      setFields(request.headers), setBody(request)
    else { return false }
    // A dead connection makes libcurl send the request again, so only reading may reuse one.
    return request.method.isReading || set(CURLOPT_FRESH_CONNECT, 1)
  }

  private func setFields(_ headers: [HTTPHeader]) -> Bool {
    // "Name;" is libcurl's way to send a field without a value, "Name:" its way to leave one out.
    var lines = headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    lines.append("Expect:")
    if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
      lines.append("Content-Type:")
    }
    for line in lines {
      guard let longer = ccurl_list_append(library.functions, fields, line) else { return false }
      fields = longer
    }
    return ok(ccurl_set_list(library.functions, easy, CURLOPT_HTTPHEADER, fields))
  }

  private func setBody(_ request: HTTPRequest) -> Bool {
    // Without this option libcurl would wait for the body that the response's length promises.
    if request.method == .head { return set(CURLOPT_NOBODY, 1) }
    if let body = request.body
      ?? (request.method == .get || request.method == .delete ? nil : Data())
    {
      guard
        ok(
          ccurl_set_size(
            library.functions, easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))),
        body.isEmpty
          ? set(CURLOPT_COPYPOSTFIELDS, "")
          : ok(
            body.withUnsafeBytes {
              ccurl_set_bytes(library.functions, easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
            })
      else { return false }
    }
    return request.method == .get && request.body == nil
      || set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
  }

  private func setReceivers() -> Bool {
    // libcurl calls these inside curl_multi_perform only, hence on the loop's thread and while
    // the transfer is alive.
    let context = Unmanaged.passUnretained(self).toOpaque()
    let receiveBody: ccurl_receiver = { bytes, size, count, context in
      CurlTransfer.of(context)?.receiveBody(bytes, size * count) ?? 0
    }
    let receiveHeader: ccurl_receiver = { bytes, size, count, context in
      CurlTransfer.of(context)?.receiveHeader(bytes, size * count) ?? 0
    }
    let library = library.functions
    return ok(ccurl_set_receiver(library, easy, CURLOPT_WRITEFUNCTION, receiveBody))
      && ok(ccurl_set_pointer(library, easy, CURLOPT_WRITEDATA, context))
      && ok(ccurl_set_receiver(library, easy, CURLOPT_HEADERFUNCTION, receiveHeader))
      && ok(ccurl_set_pointer(library, easy, CURLOPT_HEADERDATA, context))
  }

  private func set(_ option: CURLoption, _ value: Int) -> Bool {
    ok(ccurl_set_long(library.functions, easy, option, value))
  }

  private func set(_ option: CURLoption, _ value: String) -> Bool {
    ok(ccurl_set_text(library.functions, easy, option, value))
  }

  private func ok(_ code: CURLcode) -> Bool { code == CURLE_OK }

  func information(_ information: CURLINFO) -> Int {
    var value = 0
    _ = ccurl_get_long(library.functions, easy, information, &value)
    return value
  }

  // MARK: The response

  private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Stores a part of the body; any result but `count` makes libcurl end the transfer.
  private func receiveBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    guard let bytes else { return 0 }
    guard count <= largestAnswer - body.count else {
      isTooLarge = true
      return 0
    }
    if body.isEmpty, let length = headers.last(where: { $0.name.lowercased() == "content-length" })
    {
      body.reserveCapacity(min(largestAnswer, Int(length.value) ?? 0))
    }
    bytes.withMemoryRebound(to: UInt8.self, capacity: count) { body.append($0, count: count) }
    progress()
    return count
  }

  /// Stores a line of the head; a status line begins a new head, as after "100 Continue".
  private func receiveHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    guard let bytes else { return 0 }
    headerBytes += count
    guard headerBytes <= 256 << 10 else {
      isTooLarge = true
      return 0
    }
    progress()
    let line = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      headers = []
    } else if let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...]
      headers.append(
        HTTPHeader(
          String(line[..<colon]), value.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
    return count
  }
}

extension Duration {
  /// Whole milliseconds.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(min(seconds, 1 << 31)) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}
