import Foundation
import GradesClient
import TestSupport
import Testing

@testable import GradesCore

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
      of: Gradebook(
        owner: DraftOwner(host: "http://127.0.0.1:8/a b", username: Username(user)),
        course: Self.course, semester: Self.semester))
  }

  /// The structure with another maximum of du1.
  private func editing(_ maximum: Double = 20) throws -> StructureEditing {
    var editing = StructureEditing(
      course: Self.course, semester: Self.semester,
      definitions: Self.definitions.map { ItemDefinition($0) })
    try editing.change(ItemIdentifier("du1")) { $0.maximumValue = maximum }
    return editing
  }

  /// Stores a draft where nothing else was stored than what is known.
  @discardableResult
  private func store(
    _ draft: StructureDraft?, in file: StructureDraftFile,
    over known: StructureDraftFile.Stored? = nil
  ) async throws -> StructureDraftFile.Stored? {
    let (stored, damaged) = try await file.store(draft, over: known)
    #expect(damaged == nil)
    return stored
  }

  @Test("A draft is one file for the user alone that plans read too, and editing goes on with it")
  func draft() async throws {
    let folder = try TemporaryFolder()
    let file = file(folder.url.appending(path: "structures"))
    #expect(try await file.read() == nil)
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
    let read = try #require(try await file.read())
    // A colleague was faster in the meantime, with another item.
    var theirs = Self.definitions
    theirs[2].maximumValue = 50
    let resumed = StructureEditing(
      resuming: read.draft, course: Self.course, semester: Self.semester,
      definitions: theirs.map { ItemDefinition($0) })
    #expect(resumed.foreign.map(\.identifier.rawValue) == ["test"])
    #expect(resumed.plan([]).changes.map(\.item.identifier.rawValue) == ["du1"])
    #expect(!resumed.canUndo)
    try await store(nil, in: file, over: stored)
    #expect(try await file.read() == nil)
    let left = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "structures").path)
    #expect(left == [])
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
      try await store(draft, in: file, over: try await file.read())
      let read = try #require(try await file.read()?.draft, "seed \(seed)")
      #expect(read.base.text() == draft.base.text(), "seed \(seed)")
      #expect(read.edited.text() == draft.edited.text(), "seed \(seed)")
    }
  }

  @Test("One window at a time has the right to edit, also of many at once; others read")
  func windows() async throws {
    let folder = try TemporaryFolder()
    let file = file(folder.url.appending(path: "structures"))
    async let (one, two, three) = (file.own(), file.own(), file.own())
    let owners = try await [one, two, three].compactMap(\.self)
    #expect(owners.count == 1)
    try await store(try editing().draft, in: file)
    #expect(try await file.read()?.draft.edited.items[0].definition.maximumValue == 20)
    // Other drafts are edited during that time.
    #expect(try await self.file(folder.url, user: "other").own() != nil)
    owners.first?.release()
    #expect(try await file.own() != nil)
    let gradebooks = await StructureDraftFile.gradebooks(
      of: DraftOwner(host: "http://127.0.0.1:8/a b", username: Username("ucitezk1")),
      in: folder.url.appending(path: "structures"))
    #expect(gradebooks.map(\.course) == [Self.course])
  }

  @Test("A window that was just left ends before the next one is told that it edits")
  func handover() async throws {
    let folder = try TemporaryFolder()
    let file = file(folder.url)
    let first = try #require(try await file.own())
    async let second = file.own()
    first.release()
    #expect(try await second != nil)
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
    await #expect(throws: (any Error).self) { try await file.store(nil, over: stored) }
    try FileManager.default.removeItem(at: file.file)
    try FileManager.default.moveItem(at: aside, to: file.file)
    try await store(nil, in: file, over: stored)
    #expect(try await file.read() == nil)
  }

  @Test("All drafts of a user are erased, and only theirs")
  func erasing() async throws {
    let folder = try TemporaryFolder()
    for name in ["a", "ab", "a_b"] {
      try await store(try editing().draft, in: file(folder.url, user: name))
    }
    let owner = DraftOwner(host: "http://127.0.0.1:8/a b", username: Username("a"))
    #expect(await StructureDraftFile.erase(of: owner, in: folder.url) == [])
    #expect(try await file(folder.url, user: "a").read() == nil)
    #expect(try await file(folder.url, user: "ab").read() != nil)
    #expect(try await file(folder.url, user: "a_b").read() != nil)
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
      let (stored, damaged) = try await file.store(draft, over: last)
      #expect(try String(contentsOf: try #require(damaged), encoding: .utf8) == text)
      #expect(try await file.read()?.draft.edited.text() == draft?.edited.text())
      last = stored
    }
  }

  @Test("Each damaged draft is put aside under a name of its own, by the window that edits")
  func damaged() async throws {
    let folder = try TemporaryFolder()
    let file = file(folder.url)
    // What people make of it is no draft any longer without what it was made of.
    let texts = ["items: [", try editing().draft.edited.text()]
    var names: Set<URL> = []
    for text in texts {
      try Data(text.utf8).write(to: file.file)
      #expect(try await file.read() == nil)
      #expect(try String(contentsOf: file.file, encoding: .utf8) == text)
      let damaged = try #require(try await file.store(nil, over: nil).damaged)
      #expect(try String(contentsOf: damaged, encoding: .utf8) == text)
      names.insert(damaged)
      #expect(try await file.store(nil, over: nil).damaged == nil)
    }
    #expect(names.count == 2)
  }
}
