import Foundation
import GradesClient
import GradesCore
import TestSupport
import Testing

/// Edits of a course's structure on the disk.
@Suite("Drafts of a structure")
struct StructureDraftTests {
  private static let course = CourseCode("XI-AAA.23")
  private static let semester = SemesterCode("B261")!
  private static let definitions = ["du1", "du2", "test"].enumerated().map { index, name in
    Classification(identifier: ItemIdentifier(name), id: index + 1, index: index, maximumValue: 10)
  }

  private func file(_ folder: URL, user: String = "ucitezk1") -> StructureDraftFile {
    StructureDraftFile(
      folder: folder,
      owner: DraftOwner(host: "http://127.0.0.1:8/a b", username: Username(user)),
      course: Self.course, semester: Self.semester)
  }

  /// The structure with another maximum of du1.
  private func editing(_ maximum: Double = 20) throws -> StructureEditing {
    var editing = StructureEditing(
      course: Self.course, semester: Self.semester,
      definitions: Self.definitions.map { ItemDefinition($0) })
    try editing.apply(.maximum(maximum), to: ItemIdentifier("du1"))
    return editing
  }

  /// Stores a draft where nothing else was stored than what is known.
  @discardableResult
  private func store(
    _ draft: StructureDraft?, in file: StructureDraftFile,
    over known: StructureDraftFile.Stored? = nil
  ) async throws -> StructureDraftFile.Stored? {
    guard case .done(let stored, damaged: nil) = try await file.replace(known, with: draft) else {
      Issue.record("another draft is stored")
      return nil
    }
    return stored
  }

  @Test("A draft is one file for the user alone that plans read too, and editing goes on with it")
  func draft() async throws {
    let folder = try TemporaryFolder()
    let file = file(folder.url.appending(path: "structures"))
    #expect(try await file.read().stored == nil)
    // Without edits, nothing is made.
    try await store(nil, in: file)
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "structures").path))
    let editing = try editing()
    let stored = try await store(editing.draft, in: file)
    let bytes = try Data(contentsOf: file.file)
    #expect(StructureReading(bytes).file.items.map(\.identifier) == editing.items.map(\.identifier))
    #expect(StructureReading(bytes).problems.isEmpty)
    let mode = try FileManager.default.attributesOfItem(atPath: file.file.path)
    #expect(mode[.posixPermissions] as? Int == 0o600)
    let read = try #require(try await file.read().stored)
    // A colleague was faster in the meantime, with another item.
    var theirs = Self.definitions
    theirs[2].maximumValue = 50
    let (resumed, news) = StructureEditing.resuming(
      read.draft, course: Self.course, semester: Self.semester,
      definitions: theirs.map { ItemDefinition($0) })
    #expect(news.changes.changes.map(\.item.identifier.rawValue) == ["test"])
    #expect(resumed.plan([]).changes.map(\.item.identifier.rawValue) == ["du1"])
    #expect(!resumed.canUndo)
    try await store(nil, in: file, over: stored)
    #expect(try await file.read().stored == nil)
    let left = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "structures").path)
    #expect(left == ["lock"])
  }

  @Test("Random structures come back as they were stored")
  func random() async throws {
    let folder = try TemporaryFolder()
    let file = file(folder.url)
    for seed in UInt64(0)..<15 {
      var numbers = RandomStructure(seed)
      func items() -> StructureFile {
        StructureFile(
          course: Self.course, semester: Self.semester, definitions: numbers.definitions())
      }
      let draft = StructureDraft(base: items(), edited: items())
      try await store(draft, in: file, over: try await file.read().stored)
      let read = try #require(try await file.read().stored?.draft, "seed \(seed)")
      #expect(read.base.text() == draft.base.text(), "seed \(seed)")
      #expect(read.edited.text() == draft.edited.text(), "seed \(seed)")
    }
  }

  @Test("A window never replaces or deletes what another has stored since it read the draft")
  func windows() async throws {
    let folder = try TemporaryFolder()
    let (one, two) = (file(folder.url), file(folder.url))
    let first = try await store(try editing(20).draft, in: one)
    let read = try await two.read().stored
    #expect(read?.draft.edited.text() == first?.draft.edited.text())
    let second = try await store(try editing(30).draft, in: one, over: first)
    for draft in [try editing(40).draft, nil] {
      guard case .other(let other) = try await two.replace(read, with: draft) else {
        Issue.record("replaced")
        continue
      }
      #expect(other?.draft.edited.items[0].definition.maximumValue == 30)
    }
    // Also where it has nothing else to store.
    guard case .other = try await two.replace(read, with: read?.draft) else {
      Issue.record("not noticed")
      return
    }
    try await store(nil, in: one, over: second)
    guard case .other(nil) = try await two.replace(read, with: try editing(40).draft) else {
      Issue.record("stored over a deletion")
      return
    }
  }

  @Test("Of many windows at once, each finds out whether its draft was stored")
  func manyWindows() async throws {
    let folder = try TemporaryFolder()
    let stored = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<8 {
        let file = file(folder.url)
        let draft = try editing(Double(100 + index)).draft
        group.addTask {
          if case .done = try await file.replace(nil, with: draft) { return 1 }
          return 0
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(stored == 1)
  }

  @Test("A draft that cannot be deleted is deleted later")
  func undeleted() async throws {
    let folder = try TemporaryFolder()
    let file = file(folder.url)
    let stored = try await store(try editing().draft, in: file)
    // A folder can be neither read nor unlinked, also by root.
    let aside = folder.url.appending(path: "aside")
    try FileManager.default.moveItem(at: file.file, to: aside)
    try FileManager.default.createDirectory(at: file.file, withIntermediateDirectories: false)
    await #expect(throws: (any Error).self) { try await file.replace(stored, with: nil) }
    try FileManager.default.removeItem(at: file.file)
    try FileManager.default.moveItem(at: aside, to: file.file)
    try await store(nil, in: file, over: stored)
    #expect(try await file.read().stored == nil)
  }

  @Test("All drafts of a user are erased, and only theirs")
  func erasing() async throws {
    let folder = try TemporaryFolder()
    for name in ["a", "ab", "a_b"] {
      try await store(try editing().draft, in: file(folder.url, user: name))
    }
    let owner = DraftOwner(host: "http://127.0.0.1:8/a b", username: Username("a"))
    #expect(await StructureDraftFile.erase(of: owner, in: folder.url) == [])
    #expect(try await file(folder.url, user: "a").read().stored == nil)
    #expect(try await file(folder.url, user: "ab").read().stored != nil)
    #expect(try await file(folder.url, user: "a_b").read().stored != nil)
  }

  @Test(
    "A draft that is damaged while a window is open is put aside, and the window's edits are stored"
  )
  func damagedMeanwhile() async throws {
    let folder = try TemporaryFolder()
    let file = file(folder.url)
    let known = try await store(try editing(20).draft, in: file)
    var last = known
    // Other edits, the same as before, and none.
    for (text, draft) in [("", try editing(30).draft), ("items: [", known?.draft), ("x", nil)] {
      try Data(text.utf8).write(to: file.file)
      guard case .done(let stored, let damaged?) = try await file.replace(last, with: draft) else {
        Issue.record("not stored over a damaged file: \(text)")
        continue
      }
      #expect(try String(contentsOf: damaged, encoding: .utf8) == text)
      let read = try await file.read()
      #expect(read.damaged == nil)
      #expect(read.stored?.draft.edited.text() == draft?.edited.text())
      last = stored
    }
  }

  @Test("What another window stores in place of a damaged draft is not put aside")
  func damagedAndReplaced() async throws {
    let folder = try TemporaryFolder()
    let file = file(folder.url)
    let known = try await store(try editing(20).draft, in: file)
    let other = try editing(30).draft
    let elsewhere = self.file(folder.url, user: "other")
    try await store(other, in: elsewhere)
    let text = try Data(contentsOf: elsewhere.file)
    try Data("items: [".utf8).write(to: file.file)
    let lock = open(folder.url.appending(path: "lock").path, O_RDWR)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX) == 0)
    async let read = file.read()
    async let replacement = file.replace(known, with: try editing(40).draft)
    try text.write(to: file.file, options: .atomic)
    #expect(flock(lock, LOCK_UN) == 0)
    let (now, damaged) = try await read
    #expect(now?.draft.edited.text() == other.edited.text() && damaged == nil)
    guard case .other(now) = try await replacement else {
      Issue.record("replaced")
      return
    }
  }

  @Test("Each damaged draft is put aside under a name of its own")
  func damaged() async throws {
    let folder = try TemporaryFolder()
    let file = file(folder.url)
    // What people make of it is no draft any longer without what it was made of.
    let texts = ["items: [", try editing().file.text()]
    var names: Set<URL> = []
    for text in texts {
      try Data(text.utf8).write(to: file.file)
      let read = try await file.read()
      #expect(read.stored == nil)
      let damaged = try #require(read.damaged)
      #expect(try String(contentsOf: damaged, encoding: .utf8) == text)
      names.insert(damaged)
      #expect(try await file.read().damaged == nil)
    }
    #expect(names.count == 2)
  }
}
