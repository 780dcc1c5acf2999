import Foundation
import GradesClient
import GradesCore
import TestSupport
import Testing

@Suite("Settings", .inTurn) struct SettingsRepositoryTests {
  private let folder: TemporaryFolder
  private let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("state/settings.json")
  }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func chosen(_ change: (inout Settings) -> Void) -> Settings {
    var settings = Settings()
    change(&settings)
    return settings
  }

  @Test func beginsWithDefaultsAndWithoutAFile() throws {
    let settings = try SettingsRepository(file: file).settings()
    #expect(settings == Settings())
    #expect(settings.semester == .current)
    #expect(settings.language == nil)
    #expect(settings.notifiesStudents)
    #expect(try folder.names() == [])
  }

  @Test func keepsWhatWasChosenForTheNextRun() throws {
    try SettingsRepository(file: file).change {
      $0.semester = .code(SemesterCode("B232")!)
      $0.language = .czech
      $0.notifiesStudents = false
      $0.hidesUngraded = true
      $0.hiddenCourses = [CourseCode("XI-BBB"), CourseCode("XI-AAA.23"), CourseCode("XI-BBB")]
      $0.pinnedCourses = [CourseCode("XI-BBB"), CourseCode("XI-AAA.23"), CourseCode("XI-BBB")]
    }
    try SettingsRepository(file: file).change { $0.semester = .word(.previous) }

    #expect(
      try SettingsRepository(file: file).settings()
        == chosen {
          $0.semester = .word(.previous)
          $0.language = .czech
          $0.notifiesStudents = false
          $0.hidesUngraded = true
          $0.hiddenCourses = [CourseCode("XI-AAA.23"), CourseCode("XI-BBB")]
          $0.pinnedCourses = [CourseCode("XI-BBB"), CourseCode("XI-AAA.23")]
        })
    #expect(
      try String(contentsOf: file, encoding: .utf8) == """
        {
          "credits": {},
          "hidden-courses": [
            "XI-AAA.23",
            "XI-BBB"
          ],
          "hide-ungraded": true,
          "language": "cs",
          "notify": false,
          "pinned-courses": [
            "XI-BBB",
            "XI-AAA.23"
          ],
          "semester": "previous"
        }

        """)
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
        .sorted() == ["settings.json", "settings.json.lock"])
  }

  @Test func keepsKeysOfOtherVersions() throws {
    let theme = #"{"accent": "blue", "size": 1.10, "names": ["\u017d\"}", [1e3, null]]}"#
    try write("{\"theme\": \(theme), \"notify\": false}")
    let repository = SettingsRepository(file: file)
    #expect(try repository.settings() == chosen { $0.notifiesStudents = false })

    try repository.change { $0.hidesUngraded = true }

    let content = try String(contentsOf: file, encoding: .utf8)
    #expect(content.contains("\"theme\": \(theme)"))
    #expect(
      try repository.settings()
        == chosen { ($0.notifiesStudents, $0.hidesUngraded) = (false, true) })
  }

  @Test(arguments: ["", "{", "[]", "semester = B232", "\u{FEFF}{]"])
  func neverOverwritesADamagedFile(content: String) throws {
    try write(content)
    let repository = SettingsRepository(file: file)
    let isDamaged = { (error: any Error) in
      guard case SettingsProblem.damaged(path: file.path, _) = error else { return false }
      return true
    }

    #expect { try repository.settings() } throws: { isDamaged($0) }
    #expect { try repository.change { $0.hidesUngraded = true } } throws: { isDamaged($0) }
    #expect(try Data(contentsOf: file) == Data(content.utf8))
  }

  @Test(arguments: [
    ("semester", #""summer""#, "summer"), ("language", #""de""#, "de"), ("notify", #""no""#, "no"),
    ("hidden-courses", #""XI-AAA.23""#, "XI-AAA.23"),
  ])
  func namesTheKeyOfAnImpossibleValue(key: String, json: String, value: String) throws {
    try write("{\n  \"another\": 1,\n  \"\(key)\": \(json)\n}")
    #expect(
      throws: SettingsProblem.invalidValue(path: file.path, key: key, value: value, line: 3)
    ) { try SettingsRepository(file: file).settings() }
  }

  @Test func correctsAMistakeAndLeavesTheOthers() throws {
    try write(#"{"semester": 5, "language": "de", "notify": false}"#)
    let repository = SettingsRepository(file: file)

    #expect(try repository.settingsWithoutMistakes() == chosen { $0.notifiesStudents = false })
    #expect(
      throws: SettingsProblem.invalidValue(path: file.path, key: "semester", value: "5", line: 1)
    ) { try repository.change(correcting: "notify") { $0.notifiesStudents = true } }

    let settings = try repository.change(correcting: "semester") { $0.semester = .word(.current) }

    #expect(settings == chosen { $0.notifiesStudents = false })
    #expect(
      throws: SettingsProblem.invalidValue(
        path: file.path, key: "language", value: "de", line: 5)
    ) { try repository.settings() }
    try repository.change(correcting: "language") { $0.language = .czech }
    #expect(
      try repository.settings() == chosen { ($0.language, $0.notifiesStudents) = (.czech, false) })
  }

  @Test func saysWhenItCannotBeKept() throws {
    try Data("in the way".utf8).write(to: folder.file("state"))
    #expect(throws: SettingsProblem.unwritable(path: file.path, isDiskFull: false)) {
      try SettingsRepository(file: file).change { $0.hidesUngraded = true }
    }
  }
}
