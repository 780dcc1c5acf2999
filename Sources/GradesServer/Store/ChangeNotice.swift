/// The texts of notifications about changed values (Service contract, 6.14).
struct ChangeNotice {
  struct Change {
    let item: ItemRow
    let value: CellValue?
  }

  let courseCode: String
  let changes: [Change]

  var czech: String {
    lines(
      "Změnilo se vaše hodnocení v předmětu \(courseCode):",
      changes.map {
        "* \($0.item.nameCs ?? $0.item.nameEn ?? $0.item.identifier): \(czech($0.value))"
      },
      "Podrobnosti najdete v Grades.")
  }

  var english: String {
    lines(
      "Your classification in the course \(courseCode) has changed:",
      changes.map {
        "* \($0.item.nameEn ?? $0.item.nameCs ?? $0.item.identifier): \(english($0.value))"
      },
      "See Grades for details.")
  }

  private func lines(_ intro: String, _ items: [String], _ closing: String) -> String {
    ([intro] + items + [closing]).joined(separator: "\n")
  }

  private func czech(_ value: CellValue?) -> String {
    switch value {
    case nil: "nehodnoceno"
    case .number: english(value).replacing(".", with: ",")
    case .text(let text): text
    case .flag(let flag): flag ? "ano" : "ne"
    }
  }

  private func english(_ value: CellValue?) -> String {
    switch value {
    case nil: "not graded"
    case .number(let number):
      number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
    case .text(let text): text
    case .flag(let flag): flag ? "yes" : "no"
    }
  }
}

extension ServiceDatabase {
  /// Stores a notification for a student.
  func notify(_ person: Int, of notice: ChangeNotice, isRead: Bool = false) throws {
    try execute(
      """
      INSERT INTO notification (personId, courseCode, textCs, textEn, isRead)
      VALUES (?, ?, ?, ?, ?)
      """, [person, notice.courseCode, notice.czech, notice.english, isRead])
  }
}
