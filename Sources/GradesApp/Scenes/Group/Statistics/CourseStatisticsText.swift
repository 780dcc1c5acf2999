import GradesClient
import GradesCore
import GradesLocalization
import Terminal

/// The statistics of all shown items over the shown students, the grades, and who is below a minimum.
struct CourseStatisticsText {
  let matrix: Snapshot<GroupMatrix>
  /// The students who count, in their order, with what they have or shall have.
  let rows: [MatrixRow]
  let drafts: Int
  let statistics: GroupStatistics

  func lines(width: Int, _ words: SceneWords) -> [StyledText] {
    let report = StatisticsReport(
      matrix: matrix, selected: rows.count, key: nil,
      parts: [.init(key: nil, name: "", statistics: statistics)], showsHistograms: false,
      isOverview: true, strings: words.strings)
    let included = StyledText(
      words.strings(.statisticsDrafts, [.count: drafts]), .mark)
    return (drafts > 0 ? included.wrapped(to: width) : []) + report.lines(width: width)
      + below(width: width, words)
  }

  /// Each student with a value below the minimum of its item.
  private func below(width: Int, _ words: SceneWords) -> [StyledText] {
    let items = statistics.items.compactMap { item in
      matrix.value.items.firstIndex { $0.identifier == item.item.identifier }
    }.filter { matrix.value.items[$0].definition.requiredValue != nil }
    let students = rows.compactMap { row -> StyledText? in
      let values = items.compactMap { column -> String? in
        let item = matrix.value.items[column].definition
        guard let value = row.values[column].value, item.requirementMet(by: value) == false else {
          return nil
        }
        return "\(item.name(in: words.strings.serviceLanguage)) \(words.values.text(value))"
      }
      if values.isEmpty { return nil }
      return StyledText(row.student.listName)
        + StyledText(": " + values.joined(separator: ", "), .quiet)
    }
    if students.isEmpty { return [] }
    return [StyledText(), StyledText(words.strings(.statsBelow), .heading)]
      + students.flatMap { $0.wrapped(to: width, indent: 2) }
  }
}
