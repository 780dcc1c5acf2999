import GradesClient

/// What a group's values say: each item, the grades, and how many students passed.
package struct GroupStatistics: Hashable, Sendable {
  package struct Item: Hashable, Sendable {
    package var item: CourseItem
    package var statistics: ItemStatistics
  }

  package struct Grade: Hashable, Sendable {
    /// The grade; nil for the students without one.
    package var value: GradeValue?
    package var count: Int
  }

  package struct Outcome: Hashable, Sendable {
    /// How many have a grade that passes or, in a course without grades, the required points.
    package var passed = 0
    /// How many have another one.
    package var failed = 0
    /// How many have none yet, or one of an unknown scale.
    package var undecided = 0
  }

  package let students: Int
  package let items: [Item]
  /// The grades in their order, those of the letters A to F that no student has as well; empty where the
  /// course has no item for the grade.
  package let grades: [Grade]
  /// How many passed; nil where the course has neither grades nor required points.
  package let outcome: Outcome?

  /// Summarizes a group's values.
  ///
  /// - Parameters:
  ///   - matrix: the values with all items of the course; without the item of the grade there are no grades.
  ///   - rows: the students who are counted.
  ///   - items: the items to summarize, in their order; none means all.
  ///   - textKey: what texts are ordered by.
  package init<Key: Comparable>(
    of matrix: GroupMatrix, rows: [MatrixRow], items: [ItemIdentifier] = [],
    textKey: (String) -> Key
  ) {
    func values(_ column: Int) -> [GradeValue?] { rows.map { $0.values[column].value } }
    func statistics(_ column: Int) -> ItemStatistics {
      ItemStatistics(of: matrix.items[column].definition, values(column), textKey: textKey)
    }
    let columns = (try? matrix.columns(of: items)) ?? []
    students = rows.count
    self.items = columns.map { Item(item: matrix.items[$0], statistics: statistics($0)) }
    let definitions = matrix.items.map(\.definition)
    grades = definitions.gradeIndex.map { Self.grades(statistics($0)) } ?? []
    if let grade = definitions.gradeIndex {
      outcome = Outcome(values(grade).map { $0?.isPassed })
    } else if let points = definitions.pointsIndex,
      matrix.items[points].definition.requiredValue != nil
    {
      let item = matrix.items[points].definition
      outcome = Outcome(values(points).map { $0.flatMap { item.requirementMet(by: $0) } })
    } else {
      outcome = nil
    }
  }

  private static func grades(_ statistics: ItemStatistics) -> [Grade] {
    var grades = statistics.bars.map { bar -> Grade in
      let value: GradeValue? =
        switch bar.kind {
        case .text(let text): .text(text)
        case .flag(let flag): .flag(flag)
        case .number(let bin): .number(bin.lowerEdge)
        case .ungraded: nil
        }
      return Grade(value: value, count: bar.members.count)
    }
    let found = grades.compactMap(\.value)
    let scale = GradeLetter.bands.map { GradeValue.text($0.letter) }
    if !found.isEmpty, Set(found).isSubset(of: scale) {
      grades =
        scale.map { letter in
          grades.first { $0.value == letter } ?? Grade(value: letter, count: 0)
        } + grades.filter { $0.value == nil }
    }
    return grades
  }
}

extension GradeValue {
  /// Whether a grade passes; nil for a text of another scale and a number.
  package var isPassed: Bool? {
    switch self {
    case .flag(let isPassed): return isPassed
    case .text(let text):
      let letter = text.uppercased()
      if GradeLetter.isPassing(letter) { return true }
      return GradeLetter.rank(letter) != nil || ["FX", "N", "NZ"].contains(letter) ? false : nil
    case .number: return nil
    }
  }
}

extension GroupStatistics.Outcome {
  fileprivate init(_ decisions: [Bool?]) {
    self.init(
      passed: decisions.count { $0 == true }, failed: decisions.count { $0 == false },
      undecided: decisions.count { $0 == nil })
  }
}
