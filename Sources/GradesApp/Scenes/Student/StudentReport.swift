import GradesCore
import Terminal

extension CourseReport {
  /// One student's results for a teacher: what the student sees, with the identifiers that `set` takes and the times
  /// of the changes.
  var teacherTable: Table {
    let items = ItemColumns(strings: strings, drafts: drafts ?? [])
    var bar = items.bar
    // The first to go; who edits needs the other columns more.
    bar.form.narrowing = .leaves(order: 0)
    var table = table(of: [
      items.name,
      // An identifier that is cut cannot be typed.
      Column(narrowing: .folds(order: 5)) { StyledText($0.id.rawValue, .quiet) },
      items.value, items.maximum, bar,
      Column("", .right, narrowing: .folds(order: 4), requirement),
      items.note,
      Column(narrowing: .leaves(order: 1)) { row in
        row.recorded.updatedAt.map { StyledText(dates.date($0), .quiet) }
      },
    ])
    let student = results.value.student
    table.summary.insert(
      StyledText(student.listName, .heading) + StyledText("  \(student.username)", .quiet), at: 0)
    return table
  }

  private func requirement(_ row: ResultItem) -> StyledText {
    let required = row.requirement(strings)
    guard row.item.definition.hidden else { return required }
    let hidden = StyledText(strings(.wordHidden), .warning)
    return required.isEmpty ? hidden : required + " " + hidden
  }
}
