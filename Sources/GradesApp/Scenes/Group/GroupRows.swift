import GradesClient
import GradesCore
import GradesLocalization

/// Orders and filters the rows of a group's values.
struct GroupRows {
  private let matrix: GroupMatrix
  private let byName: [Int]
  /// The filtered texts; made with the first filter.
  private var texts: [SearchText]?

  /// Makes rows in the order of the students' names.
  init(_ matrix: GroupMatrix) {
    self.matrix = matrix
    byName = matrix.rows.indices.sorted { matrix.rows[$0].student }
  }

  /// The indices of the rows that a filter finds, all for an empty one.
  ///
  /// - Parameters:
  ///   - column: by whose values the rows are ordered; nil: by name.
  ///   - value: what a row has in that column.
  mutating func indices(
    matching filter: String, byColumn column: Int?, descending: Bool,
    value: (MatrixRow, Int) -> GradeValue?
  ) -> [Int] {
    var order = byName
    if let column {
      order = order.sorted(descending: descending) { value(matrix.rows[$0], column) }
    } else if descending {
      order.reverse()
    }
    let query = SearchQuery(filter)
    guard !query.isEmpty else { return order }
    let texts = self.texts ?? matrix.rows.map(\.student.searchText)
    self.texts = texts
    return order.filter { query.matches(texts[$0]) }
  }
}
