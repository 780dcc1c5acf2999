import Foundation
import GradesClient
import JSON

/// A plan as a file, which `structure plan --out` writes and `structure apply` reads.
///
/// It has what the course is to have, as YAML, and the definitions that it was made from with their digest,
/// so that what others change in the meantime can be shown.
public struct StructurePlanDocument: Sendable {
  /// Why a file cannot be applied.
  public enum Problem: Error, Hashable, Sendable {
    /// It is damaged or was edited.
    case damaged
    /// A newer program wrote it.
    case newerVersion
  }

  /// The host that the plan was made at.
  public let host: String
  /// The course.
  public let course: CourseCode
  /// The semester.
  public let semester: SemesterCode
  /// What the course is to have.
  public let file: StructureFile
  /// What the course had.
  public let definitions: [ItemDefinition]
  /// The items with values that may be removed.
  public let removing: [ItemIdentifier]

  /// The largest file that is read, in bytes.
  public static let largestFile = 64 << 20

  static let kind = "grades structure plan"
  static let format = 1

  /// Makes a document of a plan.
  ///
  /// - Parameters:
  ///   - host: the host that the plan was made at.
  ///   - removing: the items with values that may be removed.
  public init(_ plan: StructurePlan, host: String, removing: [ItemIdentifier] = []) {
    self.removing = removing
    self.host = host
    course = plan.course
    semester = plan.semester
    file = plan.file
    definitions = plan.definitions
  }

  /// Reads a file; nil for one that is no plan, such as a structure's file.
  public init?(_ data: Data) throws(Problem) {
    guard Self.isPlan(data) else { return nil }
    guard let document = try? JSONReader.read(Array(data)),
      let object = try? document.root.object(), (try? object.string("kind")) == Self.kind
    else { throw .damaged }
    guard let format = try? object.integer("format") else { throw .damaged }
    guard format <= Self.format else { throw .newerVersion }
    do {
      guard let semester = SemesterCode(try object.requiredText("semester")) else {
        throw Problem.damaged
      }
      self.semester = semester
      host = try object.requiredText("host")
      course = CourseCode(try object.requiredText("course"))
      let text = try object.required("file", object.string("file"))
      let reading = StructureReading(Data(text.utf8))
      definitions = try object.list("from") { try ItemDefinition(stored: try $0.object()) }
      removing = try object.list("removing") { ItemIdentifier(try $0.string()) }
      guard !reading.hasErrors,
        try object.string("digest")
          == Self.digest(text, definitions, removing, host, course, semester)
      else { throw Problem.damaged }
      file = reading.file
    } catch {
      throw .damaged
    }
  }

  /// Whether a file, perhaps a damaged one, is a plan: its first member says so.
  public static func isPlan(_ data: Data) -> Bool {
    let start = String(decoding: data.prefix(200), as: UTF8.self)
    return start.drop(while: \.isWhitespace).hasPrefix("{") && start.contains("\"\(kind)\"")
  }

  /// The content of the file.
  public var text: String { jsonText }

  /// The SHA-256 of everything that decides what is sent, in hexadecimal digits.
  private static func digest(
    _ text: String, _ definitions: [ItemDefinition], _ removing: [ItemIdentifier],
    _ host: String, _ course: CourseCode, _ semester: SemesterCode
  ) -> String {
    var writer = JSONWriter()
    writer.array { writer in
      for part in [host, course.rawValue, semester.rawValue, text] { writer.value(part) }
      writer.value(removing.map(\.rawValue))
      for definition in definitions { definition.writeWhole(in: course, semester, to: &writer) }
    }
    return sha256(writer.bytes).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}

extension StructurePlanDocument: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    let text = file.text()
    writer.object { writer in
      writer.member("kind", Self.kind)
      writer.member("format", Self.format)
      writer.member("host", host)
      writer.member("course", course.rawValue)
      writer.member("semester", semester.rawValue)
      writer.member("digest", Self.digest(text, definitions, removing, host, course, semester))
      writer.member("removing", removing.map(\.rawValue))
      writer.member("file", text)
      writer.array("from", of: definitions) { writer, definition in
        definition.writeWhole(in: course, semester, to: &writer)
      }
    }
  }
}
