import GradesClient
import GradesCore
import GradesLocalization
import Terminal

struct PlanColumns {
  let strings: Strings
  let plan: Plan?

  private var values: ValueText { ValueText(strings) }

  var now: Column<ResultItem> {
    Column(strings(.planColumnNow), .decimal) { StyledText(values.text($0.recorded.value), .quiet) }
  }

  var estimate: Column<ResultItem> {
    Column(strings(.planColumnEstimate), .decimal) { estimate(of: $0) }
  }

  func isEstimated(_ row: ResultItem) -> Bool { estimate(of: row) != nil }

  /// - Parameter sign: stands before what would be computed; what is assumed always has one.
  private func estimate(of row: ResultItem, sign: String = "") -> StyledText? {
    if let assumed = plan?.assumed[row.id] {
      return StyledText("~" + values.text(assumed), .mark)
    }
    switch plan?.values[row.id] {
    case .unknown?: return StyledText("?", .warning)
    case .value(let value)? where value != row.recorded.value:
      return StyledText(sign, .mark) + values.text(value, of: row.item.definition, .plain)
    default: return nil
    }
  }

  var least: Column<ResultItem> {
    Column(strings(.planColumnLeast), .decimal) { row in
      need(of: row).map { StyledText(values.text($0.minimum), .quiet) }
    }
  }

  var share: Column<ResultItem> {
    Column(strings(.planColumnShare), .decimal) { row in
      need(of: row).map { StyledText(values.text($0.share), .mark) }
    }
  }

  var maximum: Column<ResultItem> {
    Column(strings(.planColumnMaximum), .decimal, narrowing: .leaves(order: 1)) { row in
      need(of: row)?.maximum.map { StyledText(values.text($0), .quiet) }
    }
  }

  private func need(of row: ResultItem) -> PlanNeed.Item? {
    plan?.need?.items.first { $0.identifier == row.id }
  }

  /// The columns of the tree: values as they are or would be, maxima, and what the goal needs. Where there is little
  /// room, an arrow stands for the title of the proposal.
  func screen(isWide: Bool) -> [Column<ResultItem>] {
    let items = ItemColumns(strings: strings)
    var (name, maximum) = (items.name, items.maximum)
    name.form.leastWidth = 24
    maximum.form.narrowing = .leaves(order: 0)
    let value = Column<ResultItem>("", .decimal) { row in
      let (definition, recorded) = (row.item.definition, row.recorded.value)
      if let estimate = estimate(of: row, sign: "~") { return estimate }
      if recorded.isLongText { return StyledText("…", .quiet) }
      return values.text(recorded, of: definition, definition.nameStyle)
    }
    func needed(_ column: Column<ResultItem>, lead: String = "") -> Column<ResultItem> {
      var needed = column.of { (row: ResultItem) in
        plan?.need?.reachability == .reachable && need(of: row)?.share != nil ? row : nil
      }
      needed.form.lead = lead
      return needed
    }
    return [name, value, maximum]
      + (isWide ? [needed(least), needed(share)] : [needed(share, lead: "→ ")])
  }
}
