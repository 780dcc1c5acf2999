import ArgumentParser
import GradesLocalization

/// The language of the run, where the argument parser can see it: it makes command types itself and
/// reads their help from static properties.
enum Words {
  /// The run's sentences; nil outside a run.
  @TaskLocal static var ofRun: Strings?

  /// The run's sentences; English outside a run.
  static var current: Strings { ofRun ?? .load(.english) }
}

extension ArgumentHelp {
  /// Help in the language of the run.
  ///
  /// - Parameter valueName: what stands for the value, such as `key=value`. One that ends with `?` may be left out
  ///   (``ArgumentHelpEntry``).
  static func words(_ message: Message, valueName: String? = nil) -> ArgumentHelp {
    var help = ArgumentHelp(stringLiteral: Words.current(message))
    guard let valueName else { return help }
    let isOptional = valueName.hasSuffix("?")
    let words = valueName.split(whereSeparator: { "=?".contains($0) }).map { word in
      names[String(word)].map(Words.current.hint) ?? String(word)
    }
    help.valueName = words.joined(separator: "=") + (isOptional ? "?" : "")
    return help
  }

  /// The words for what is written in the place of an argument.
  private static let names: [String: Message] = [
    "backup": .nameBackup, "batch": .historyColumnBatch, "cell": .nameCell, "code": .nameCode,
    "columns": .nameColumns, "condition": .nameCondition, "credits": .studyColumnCredits,
    "date": .nameDate, "file": .structureColumnFile, "goal": .nameGoal,
    "grade": .coursesColumnGrade, "group": .groupsColumnName, "header": .nameHeader,
    "host": .statusHost, "id": .groupsColumnId, "item": .itemsColumnName, "key": .nameKey,
    "language": .settingsLanguage, "method": .nameMethod, "name": .nameName, "new": .changesNew,
    "number": .itemsTypeNumber, "old": .nameOld, "order": .nameOrder, "path": .namePath,
    "port": .namePort, "program": .nameProgram, "query": .nameQuery, "scene": .nameScene,
    "seconds": .nameSeconds, "semester": .settingsSemester, "shell": .nameShell,
    "text": .notificationsColumnText, "user": .statusUser, "username": .studentsColumnUsername,
    "value": .groupColumnValue, "when": .nameWhen,
  ]
}
