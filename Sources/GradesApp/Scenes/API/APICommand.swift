import ArgumentParser
import Foundation
import GradesClient
import GradesLocalization
import Terminal

/// `grades api PATH`: one request with the stored login, and the response as it came.
struct APICommand: AppCommand {
  static var configuration: CommandConfiguration { help("api", .helpApi) }

  @ArgumentParser.Argument(help: .words(.argumentApiPath, valueName: "path"))
  var path: String

  @Option(
    name: [.customShort("X"), .customLong("method")],
    help: .words(.optionApiMethod, valueName: "method"),
    completion: .list(HTTPRequest.Method.allCases.map(\.rawValue)))
  var method: String?

  @Option(
    name: [.customShort("F"), .customLong("field")],
    parsing: .unconditionalSingleValue, help: .words(.optionApiField, valueName: "key=value"))
  var fields: [String] = []

  @Option(
    name: [.customShort("f"), .customLong("raw-field")], parsing: .unconditionalSingleValue,
    help: .words(.optionApiRawField, valueName: "key=value"))
  var rawFields: [String] = []

  @Option(
    name: [.customShort("H"), .customLong("header")], parsing: .unconditionalSingleValue,
    help: .words(.optionApiHeader, valueName: "name:value"))
  var headers: [String] = []

  @Option(help: .words(.optionApiInput, valueName: "file"), completion: .file())
  var input: String?

  @Flag(help: .words(.optionApiPaginate))
  var paginate = false

  @Flag(name: .shortAndLong, help: .words(.optionApiInclude))
  var include = false

  @Flag(name: .shortAndLong, help: .words(.optionYes))
  var yes = false

  /// Every reading command has it, so it is answered with a reason here.
  @Flag(help: .hidden)
  var offline = false

  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var outlivesReader: Bool { (try? chosenMethod())?.isReading == false }

  var optionRules: [OptionRule] { [.oneOf(["--paginate": paginate, "--include": include])] }

  func run(in context: Context) async throws -> ExitStatus {
    guard !offline else { throw Failure.offlineImpossible }
    let method = try chosenMethod()
    let api = context.services.api
    let path: ServicePath
    do { path = try ServicePath(self.path, below: api.baseURL) } catch {
      throw Failure.servicePath(self.path, error)
    }
    let request = try await request(method, path, context.printer.streams)
    let facts: Arguments = [
      .name: method.rawValue, .path: SafeText.singleLine(request.path.text),
      .host: context.configuration.host.shortName,
    ]
    try await context.require(method.isReading || yes, or: .apiQuestion, facts)
    let output = APIOutput(context.printer.streams)
    if paginate {
      return try await APIPages { try await api.call($0) }.print(request, to: output) {
        context.report($0, to: path)
      }
    }
    let response = try await api.call(request)
    if include { output.writeHead(of: response) }
    output.write([UInt8](response.body))
    output.end()
    return context.report(response, to: path)
  }

  /// The method as typed, else POST where something would be sent, as `gh api` decides it.
  private func chosenMethod() throws -> HTTPRequest.Method {
    let hasBody = input != nil || !fields.isEmpty || !rawFields.isEmpty
    guard let typed = method else { return try checked(hasBody ? .post : .get) }
    guard let method = HTTPRequest.Method(rawValue: typed.uppercased()) else {
      throw Failure.invalidOption(
        "--method", typed: typed, allowed: HTTPRequest.Method.allCases.map(\.rawValue))
    }
    return try checked(method)
  }

  private func checked(_ method: HTTPRequest.Method) throws -> HTTPRequest.Method {
    if paginate, method != .get {
      throw Failure.exclusive("--paginate", "-X \(method.rawValue)")
    }
    if input != nil, method.isReading {
      throw Failure.exclusive("--input", "-X \(method.rawValue)")
    }
    return method
  }

  /// The request with its fields: in the query where it only reads or has another body, else as a JSON object.
  private func request(
    _ method: HTTPRequest.Method, _ path: ServicePath, _ streams: Streams
  ) async throws -> ServiceRequest {
    let headers = try headerFields()
    let fields = try await APIFields(typed: fields, raw: rawFields, streams: streams)
    var request = ServiceRequest(method, path)
    if input == nil, !method.isReading {
      request.body = try fields.body()
    } else {
      request.path = path.adding(fields.queryItems)
      if let input { request.body = try await APIFields.bytes(of: input, streams) }
    }
    request.headers = headers
    return request
  }

  /// The header fields that may be set: none of them chooses the login, the method, the host or the connection.
  private static let settableHeaders = [
    "Accept", "Accept-Language", "Cache-Control", "Content-Type", "If-Match", "If-Modified-Since",
    "If-None-Match", "If-Unmodified-Since", "Prefer", "User-Agent", "X-Request-Id",
  ]

  private func headerFields() throws -> [HTTPHeader] {
    try headers.map { text in
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw Failure.malformedCell(typed: text, form: .apiFormHeader) }
      let (name, value) = (String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces))
      guard Self.settableHeaders.contains(where: { $0.lowercased() == name.lowercased() }) else {
        throw Failure.invalidOption("--header", typed: name, allowed: Self.settableHeaders)
      }
      return HTTPHeader(name, value)
    }
  }
}

extension Context {
  /// Reports what a response's status means and returns the status for the shell.
  @MainActor fileprivate func report(
    _ response: HTTPResponse, to path: ServicePath
  ) -> ExitStatus {
    guard let failure = response.failure else { return .done }
    // As all paths of the API do (Service contract, 6).
    let isOfAPI = path.text.hasPrefix("/public/")
    printer.notice(
      failureSentence.line(
        for: failure == .notFound && !isOfAPI
          ? Failure(.refused, .apiPathUnknown, [.path: SafeText.singleLine(path.text)])
          : .service(failure)))
    // An unusual status of 4xx still is a refusal.
    if case .unexpectedStatus(400..<500) = failure.reason { return .refused }
    return failure.status
  }
}
