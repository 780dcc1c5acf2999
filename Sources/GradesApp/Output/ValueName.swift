import GradesLocalization

/// A word for what is written in the place of an argument, in the language of the run.
enum ValueName: String, CaseIterable {
  case backup
  case batch
  case cell
  case code
  case columns
  case condition
  case credits
  case date
  case file
  case goal
  case grade
  case group
  case header
  case host
  case id
  case item
  case key
  case language
  case method
  case name
  case new
  case number
  case old
  case options
  case order
  case path
  case port
  case program
  case query
  case scene
  case seconds
  case semester
  case shell
  case subcommand
  case text
  case user
  case username
  case value
  case when

  /// The word.
  var message: Message {
    switch self {
    case .backup: .nameBackup
    case .batch: .nameBatch
    case .cell: .nameCell
    case .code: .nameCode
    case .columns: .nameColumns
    case .condition: .nameCondition
    case .credits: .nameCredits
    case .date: .nameDate
    case .file: .nameFile
    case .goal: .nameGoal
    case .grade: .nameGrade
    case .group: .nameGroup
    case .header: .nameHeader
    case .host: .nameHost
    case .id: .nameId
    case .item: .nameItem
    case .key: .nameKey
    case .language: .nameLanguage
    case .method: .nameMethod
    case .name: .nameName
    case .new: .nameNew
    case .number: .itemsTypeNumber
    case .old: .nameOld
    case .options: .nameOptions
    case .order: .nameOrder
    case .path: .namePath
    case .port: .namePort
    case .program: .nameProgram
    case .query: .nameQuery
    case .scene: .nameScene
    case .seconds: .nameSeconds
    case .semester: .nameSemester
    case .shell: .nameShell
    case .subcommand: .nameSubcommand
    case .text: .itemsTypeText
    case .user: .nameUser
    case .username: .nameUsername
    case .value: .nameValue
    case .when: .nameWhen
    }
  }

  /// The name of an argument, such as `key=value`, with its words in a language. One that ends with `?` may be
  /// left out (``ArgumentHelpEntry``).
  static func translated(_ name: String, _ strings: Strings) -> String {
    if name.hasSuffix("?") { return translated(String(name.dropLast()), strings) + "?" }
    return name.split(separator: "=").map { word in
      ValueName(rawValue: String(word)).map { strings($0.message) } ?? String(word)
    }.joined(separator: "=")
  }
}
