import Files
import Foundation
import GradesClient
import JSON

/// The user's settings in one small JSON file, replaced as a whole at every change.
///
/// Reading never waits; a change waits for those of other processes. Everything throws ``SettingsProblem``.
/// The keys are those of `grades settings set`. Keys that this version does not have are kept.
package struct SettingsRepository: Sendable {
  private static let columnTitles = "column-titles"

  private let file: URL

  /// - Parameter file: need not exist.
  package init(file: URL) { self.file = file }

  /// The settings; the defaults when nothing was chosen yet.
  package func settings() throws -> Settings { try settings(of: try document()) }

  /// The settings for a command that corrects them: invalid values count as not chosen.
  package func settingsWithoutMistakes() throws -> Settings {
    let document = try document()
    return try settings(of: document.filter { !mistakes(in: document).contains($0.key) })
  }

  /// Changes settings in the file and returns what they are now.
  ///
  /// The setting of `key` may have a value that it cannot have: then other mistakes stay in the file as they are,
  /// while they stop every other change.
  @discardableResult
  package func change(
    correcting key: String? = nil, _ body: (inout Settings) -> Void
  ) throws -> Settings {
    try? PrivateFolder(of: file).make()
    // Where the lock cannot be had, for example because its holder was stopped, the change is made
    // without it: the file is replaced as a whole in any case.
    let lock = FileLock.acquireBlocking(FileLock.file(beside: file), timeLimit: .seconds(5))
    defer { lock?.release() }
    let document = try document()
    // A correction of one mistake leaves the others in the file.
    let found = mistakes(in: document)
    let mistakes = key.map(found.contains) == true ? found : []
    let kept = document.filter { mistakes.contains($0.key) && $0.key != key }
    var settings = try settings(of: document.filter { !mistakes.contains($0.key) })
    body(&settings)
    settings.hiddenCourses = Set(settings.hiddenCourses).sorted()
    settings.pinnedCourses = settings.pinnedCourses.withoutRepetition()
    var values: [String: any JSONWritable] = document
    for setting in Setting.all { values[setting.key] = setting.value(in: settings) }
    values[Self.columnTitles] =
      settings.columnTitles.isEmpty ? nil : ColumnTitles(titles: settings.columnTitles)
    values.merge(kept) { _, mistake in mistake }
    do {
      try SmallFile(file).replace(with: Data(Self.text(of: values)), isLocked: lock != nil)
    } catch {
      throw SettingsProblem.unwritable(path: file.path, isDiskFull: error.meansFull)
    }
    return settings
  }

  /// The file's text: a key on each line, in their order.
  private static func text(of values: [String: any JSONWritable]) -> [UInt8] {
    JSONWriter(.indented) { writer in
      writer.object { writer in
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
          writer.member(foreign: key, value)
        }
      }
      writer.endLine()
    }.bytes
  }

  private func document() throws(SettingsProblem) -> [String: JSONNode] {
    let content: [UInt8]
    do {
      guard let found = try SmallFile(file).read() else { return [:] }
      content = found
    } catch {
      throw .unreadable(path: file.path)
    }
    let root: JSONNode
    do { root = try JSONReader.read(content).root } catch {
      throw .damaged(path: file.path, error)
    }
    guard let members = try? root.object().members() else {
      throw .damaged(path: file.path, nil)
    }
    return Dictionary(members.map { ($0.memberName, $0) }) { _, last in last }
  }

  private func settings(of document: [String: JSONNode]) throws(SettingsProblem) -> Settings {
    var settings = Settings()
    for setting in Setting.all {
      guard let node = document[setting.key] else { continue }
      guard setting.read(node, into: &settings) else { throw invalid(setting.key, node) }
    }
    if let node = document[Self.columnTitles] {
      guard let read = try? ColumnTitles(node) else { throw invalid(Self.columnTitles, node) }
      settings.columnTitles = read.titles
    }
    return settings
  }

  private func invalid(_ key: String, _ node: JSONNode) -> SettingsProblem {
    .invalidValue(
      path: file.path, key: key, value: (try? node.text()) ?? node.source,
      line: node.position.line)
  }

  /// The keys whose values they cannot have.
  private func mistakes(in document: [String: JSONNode]) -> Set<String> {
    Set(document.filter { (try? settings(of: [$0.key: $0.value])) == nil }.keys)
  }
}

/// The user's own headers, an object of courses in the file.
private struct ColumnTitles: JSONWritable {
  let titles: [CourseCode: [String: ItemIdentifier]]

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      for (course, titles) in titles.sorted(by: { $0.key < $1.key }) {
        writer.name(foreign: course.rawValue)
        writer.object { writer in
          for (title, item) in titles.sorted(by: { $0.key < $1.key }) {
            writer.member(foreign: title, item.rawValue)
          }
        }
      }
    }
  }
}

extension ColumnTitles {
  init(_ node: JSONNode) throws {
    var titles: [CourseCode: [String: ItemIdentifier]] = [:]
    for course in try node.object().members() {
      for title in try course.object().members() {
        titles[CourseCode(course.memberName), default: [:]][title.memberName] =
          ItemIdentifier(try title.string())
      }
    }
    self.init(titles: titles)
  }
}
