import Dispatch
import Foundation
@testable import GradesClient
@testable import JSON

/// Responses of the service: documents, and what each endpoint makes of them.
enum AnswersReader {
  static func read(_ bytes: [UInt8]) {
    guard let choice = Choice(bytes, of: endpoints.count) else { return }
    let endpoint = endpoints[choice.number]
    let found = result(of: endpoint, choice.rest)
    guard let node = try? JSONReader.read(choice.rest, limits: JSONLimits(isStrict: false)).root
    else {
      check((try? JSONReader.read(choice.rest)) == nil, "only a strict reader accepts it")
      return
    }
    let line = Written(node: node).jsonLine
    for text in [line, Written(node: node).jsonText, node.jsonLine] {
      let limits = JSONLimits(isStrict: false)
      guard let again = try? JSONReader.read(Array(text.utf8), limits: limits).root else {
        return check(false, "a written document is not read: \(text)")
      }
      checkEqual(line, Written(node: again).jsonLine, "a written document is read as another one")
    }
    let written = Array(line.utf8)
    check((try? JSONReader.read(written)) != nil, "a written document is not strict")
    guard choice.number < firstWithSource else { return }
    checkEqual(found, result(of: endpoint, written), "the written document means another thing")
  }

  /// A document with its names and texts written again.
  private struct Written: JSONWritable {
    let node: JSONNode

    func write(to writer: inout JSONWriter) {
      if let object = try? node.object() {
        writer.object { writer in
          for member in object.members() {
            writer.member(foreign: member.memberName, Written(node: member))
          }
        }
      } else if let elements = try? node.allElements() {
        elements.map(Written.init).write(to: &writer)
      } else if let text = try? node.string() {
        writer.value(text)
      } else {
        writer.value(copying: node)
      }
    }
  }

  private typealias Endpoint = @Sendable (GradesAPI) async throws -> String

  private static let course = CourseCode("XI-DAT.23")
  private static let semester = SemesterCode("B261")!
  private static let user = Username("zkusade1")

  /// The index of the first endpoint that keeps parts of unknown shapes as they stand in the response.
  private static let firstWithSource = 11

  private static let endpoints: [Endpoint] = [
    { text(try await $0.course(course, in: semester).values.group(.all)) },
    { text(try await $0.course(course, in: semester).values.student(user)) },
    { text(try await $0.course(course, in: semester).values.item("du1", of: .all)) },
    { text(try await $0.course(course, in: semester).definitions.all()) },
    { text(try await $0.course(course, in: semester).information()) },
    { text(try await $0.course(course, in: semester).groups()) },
    { text(try await $0.overview(of: user, in: semester)) },
    { text(try await $0.user.info()) },
    { text(try await $0.user.roles(in: semester)) },
    { text(try await $0.editors(of: course).all()) },
    { text(try await $0.semester(.current)) },
    { text(try await $0.settings.all(in: semester)) },
    { text(try await $0.notifications(of: user).page(NotificationPage(), .all)) },
  ]

  /// A value as a text in which dictionaries and sets have one order.
  private static func text(_ value: some Hashable) -> String {
    var text = ""
    func append(_ value: Any) {
      let mirror = Mirror(reflecting: value)
      switch mirror.displayStyle {
      case .dictionary, .set:
        text += "{" + mirror.children.map { String(reflecting: $0.value) }.sorted().joined() + "}"
      case nil: text += String(reflecting: value)
      default:
        if mirror.children.isEmpty { text += String(reflecting: value) }
        for child in mirror.children {
          text += (child.label ?? "") + ":"
          append(child.value)
          text += ","
        }
      }
    }
    append(value)
    return text
  }

  /// What an endpoint makes of a response, or the error as a text.
  private static func result(of endpoint: @escaping Endpoint, _ body: [UInt8]) -> String {
    let api = GradesAPI(
      baseURL: URL(string: "https://grades.example.org/api/v1")!,
      client: HTTPClient(transport: FixedTransport(body: Data(body))),
      authenticator: GivenToken("token"))
    let done = DispatchSemaphore(value: 0)
    let box = Box()
    Task {
      do {
        box.text = try await endpoint(api)
      } catch {
        check(error is GradesError, "another error: \(error)")
        box.text = "\(error)"
      }
      done.signal()
    }
    done.wait()
    return box.text
  }
}

/// Written by one task before its signal, and read after it.
private final class Box: @unchecked Sendable {
  var text = ""
}

private struct FixedTransport: HTTPTransport {
  let body: Data

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    HTTPResponse(status: 200, body: body)
  }
}
