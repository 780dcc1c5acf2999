import JSON

/// A course's definitions with their order in lists.
struct ItemTree {
  let course: CourseRow
  /// The definitions in the order of their ids.
  let items: [ItemRow]
  private let byID: [Int: ItemRow]
  private let listIndices: [Int: Int]

  init(course: CourseRow, items: [ItemRow]) {
    self.course = course
    self.items = items
    let byID = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0) })
    self.byID = byID
    var listIndices: [Int: Int] = [:]
    func visit(_ parent: Int?) {
      let children = items.filter { ($0.parentId.flatMap { byID[$0]?.id }) == parent }
      for child in children.sorted(by: { ($0.position, $0.id) < ($1.position, $1.id) }) {
        listIndices[child.id] = listIndices.count
        visit(child.id)
      }
    }
    visit(nil)
    self.listIndices = listIndices
  }

  /// The children of an item, or the roots, in their order.
  func children(of parent: ItemRow?) -> [ItemRow] {
    items.filter { $0.parentId == parent?.id }
      .sorted { ($0.position, $0.id) < ($1.position, $1.id) }
  }

  /// The items in the order of the year's lists: unsorted in 2018, else by the index that restarts
  /// under every parent, so that children of several parents are interleaved (Service contract,
  /// 6.7).
  var listed: [ItemRow] {
    course.shape == .year2018
      ? items.sorted { ($0.id * 37 % 101, $0.id) < ($1.id * 37 % 101, $1.id) }
      : items.sorted { ($0.position, $0.id) < ($1.position, $1.id) }
  }

  /// Writes the members of a definition in the year's shape (Service contract, 6.9).
  func write(_ item: ItemRow, language: String?, to writer: inout JSONWriter) {
    let shape = course.shape
    writer.member("id", item.id)
    writer.member("identifier", item.identifier)
    if shape != .year2021 { writer.member("lowercaseIdentifier", item.identifier.lowercased()) }
    if shape != .year2018 { writer.member("parentId", item.parentId) }
    if shape == .year2021 {
      writer.member("parentIdentifier", item.parentId.flatMap { byID[$0]?.identifier })
    }
    writer.member("courseCode", course.code)
    writer.member("semesterCode", course.semester)
    if shape == .year2018 {
      writer.member("calculated", item.isComputed)
    } else {
      writer.member("evaluationType", item.evaluationType)
    }
    writer.member("classificationType", item.type)
    writer.member("valueType", item.valueType)
    writer.name("classificationTextDtos")
    writer.array { writer in
      for (code, name) in [("cs", item.nameCs), ("en", item.nameEn)] {
        guard let name, language == nil || language == code else { continue }
        writer.object {
          $0.member("identifier", code)
          $0.member("name", name)
        }
      }
    }
    if shape != .year2018 {
      writer.name("skillDtos")
      writer.array { _ in }
    }
    writer.member("hidden", item.hidden)
    if shape == .year2018 { writer.member("mandatory", item.mandatory) }
    writer.member("index", shape == .year2018 ? listIndices[item.id] ?? 0 : item.position)
    if shape != .year2018 { writer.member("minimumValue", item.minimum) }
    writer.member("minimumRequiredValue", item.required)
    writer.member("maximumValue", item.maximum)
    writer.member("expression", item.expression)
    if shape != .year2018 {
      writer.member("aggregatedIdentifier", String?.none)
      writer.member("aggregationFunction", String?.none)
      writer.member("aggregationScope", String?.none)
    }
  }
}

extension CourseRow {
  /// A writer whose numbers have the form of the semester's year.
  func json(_ content: (inout JSONWriter) throws -> Void) rethrows -> JSONWriter {
    try JSONWriter(keepsFraction: shape == .year2018, content)
  }
}
