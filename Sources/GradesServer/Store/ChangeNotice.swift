import GradesClient

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
        "* \($0.item.nameEn ?? $0.item.nameCs ?? $0.item.identifier): \($0.value?.description ?? "not graded")"
      },
      "See Grades for details.")
  }

  private func lines(_ intro: String, _ items: [String], _ closing: String) -> String {
    ([intro] + items + [closing]).joined(separator: "\n")
  }

  private func czech(_ value: CellValue?) -> String {
    switch value {
    case nil: "nehodnoceno"
    case .number(let number): GradeValue.number(number).description.replacing(".", with: ",")
    case .text(let text): text
    case .flag(let flag): flag ? "ano" : "ne"
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
