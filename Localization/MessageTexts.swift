/// The texts of a table by message.
///
/// The table has the messages in the order of the cases, so that a text is found without its key: to make
/// keys of the names of cases took more time than anything else in `grades --help`.
struct MessageTexts: Sendable {
  private let table: StringsTable
  /// Where the entries of each message begin, and at last their number.
  private let starts: [Int]

  /// Takes a table whose messages are in the order of ``Message``, each with its plural forms one after another.
  init(_ table: StringsTable) {
    self.table = table
    var starts: [Int] = []
    starts.reserveCapacity(table.entries.count + 1)
    for (index, entry) in table.entries.enumerated() {
      let form = table.form(of: entry)
      if form == nil || form == PluralForm.allCases.first { starts.append(index) }
    }
    self.starts = starts + [table.entries.count]
  }

  /// The text of a message in a plural form, or its only one; nil when the table lacks the message.
  subscript(message: Message, form: PluralForm?) -> String? {
    let position = message.position
    guard position + 1 < starts.count else { return nil }
    let entries = table.entries[starts[position]..<starts[position + 1]]
    let entry = form.flatMap { form in entries.first { table.form(of: $0) == form } }
    return (entry ?? entries.last).map(table.text)
  }
}

extension Message {
  /// The key in the tables.
  ///
  /// The enumeration has no raw values: `init(rawValue:)` over so many cases took five seconds of
  /// an optimized build and 180 kB of the program.
  package var key: String { String(describing: self) }

  /// The number of the cases before this one, which is how a case without values is represented.
  var position: Int { Int(unsafeBitCast(self, to: UInt16.self)) }
}
