import GradesCore
import GradesLocalization
import Terminal

/// What the table of a study and its scene have in common: averages, remarks and the chart.
struct StudyText {
  let strings: Strings

  /// The average and the credits, as far as there are any.
  func total(of record: StudyRecord) -> StyledText {
    var parts = [average(record.average)]
    if record.credits > 0 {
      parts.append(StyledText(credits(record.credits, isWhole: record.hasAllCredits)))
    }
    return parts.joined(separator: " · ")
      + (record.isEstimate ? StyledText(" · " + strings(.studyEstimate), .warning) : "")
  }

  /// The credits in words; at least so many where some are not known.
  func credits(_ credits: Double, isWhole: Bool) -> String {
    strings(isWhole ? .studyCredits : .studyCreditsAtLeast, [.count: credits])
  }

  /// The credits of a semester as a number; none where none are known, and a sign where some are not.
  func number(of credits: Double, isWhole: Bool) -> String {
    let number = NumberText.text(credits, strings.language)
    return isWhole ? number : credits == 0 ? ValueText.nothing : "≥ " + number
  }

  /// The semesters that are left out because they could not be read.
  func missing(of record: StudyRecord) -> [StyledText] {
    var lines: [StyledText] = []
    if !record.missing.isEmpty {
      let list = record.missing.map { strings.title(of: $0) }.joined(separator: ", ")
      lines.append(StyledText(strings(.studyMissing, [.allowed: list]), .warning))
    }
    if let code = record.missingUpTo {
      let semester: Argument = .text(strings.title(of: code))
      lines.append(StyledText(strings(.studyMissingUpTo, [.semester: semester]), .warning))
    }
    return lines
  }

  func average(_ average: Double?, _ style: Style = .heading) -> StyledText {
    guard let average else { return StyledText(strings(.studyNoAverage), .quiet) }
    return StyledText(strings(.studyAverage, [.value: number(average)]), style)
  }

  func number(_ average: Double) -> String {
    let hundredths = Int((average * 100).rounded())
    let decimals = String(hundredths % 100)
    return "\(hundredths / 100)" + (strings.language == .czech ? "," : ".")
      + (decimals.count < 2 ? "0" : "") + decimals
  }

  /// What is known of the sums, and what they leave out.
  func remarks(on record: StudyRecord, isCommand: Bool) -> [StyledText] {
    var remarks: [StyledText] = []
    if let (value, semesters) = record.weightedCredits {
      let list = semesters.map { strings.title(of: $0) }.joined(separator: ", ")
      let points = NumberText.text((value * 100).rounded() / 100, strings.language)
      remarks.append(
        StyledText(
          strings(.studyWeightedCredits, [.value: points, .semester: list])))
    }
    func add(_ message: Message, _ names: [String]) {
      guard !names.isEmpty else { return }
      remarks.append(
        StyledText(strings(message, [.allowed: names.joined(separator: ", ")]), .warning))
    }
    add(
      isCommand ? .studyWithoutCredits : .studyWithoutCreditsHere,
      record.withoutCredits.map(\.rawValue))
    add(.studyWithoutGrade, record.withoutGrade.map(\.rawValue))
    add(.studyOtherGrades, record.withOtherGrade.map(\.rawValue))
    return remarks
  }

  private static let barWidths = 4...16

  /// The averages and credits over the last semesters, the oldest first; nothing for a single one.
  func chart(of record: StudyRecord, width: Int) -> [StyledText] {
    let semesters = record.semesters
    guard semesters.count > 1 else { return [] }
    let averages = semesters.map { $0.average.map(number) ?? ValueText.nothing }
    let credits = semesters.map { number(of: $0.credits, isWhole: $0.hasAllCredits) }
    let most = max(1, record.semesters.map(\.credits).max() ?? 1)
    let code = semesters.map(\.code.rawValue.displayWidth).max() ?? 0
    let left = averages.map(\.displayWidth).max() ?? 0
    let right = credits.map(\.displayWidth).max() ?? 0
    let room = (width - code - left - right - 6) / 2
    let bar = min(max(room, Self.barWidths.lowerBound), Self.barWidths.upperBound)
    func title(_ message: Message, before: Int) -> StyledText {
      StyledText(strings.hint(message), .quiet).padded(to: before + 1 + bar)
    }
    let head =
      StyledText.blanks(code + 2) + title(.studyChartAverage, before: left) + "  "
      + title(.studyColumnCredits, before: right)
    return [head]
      + zip(semesters, zip(averages, credits)).map { semester, texts in
        StyledText(semester.code.rawValue).padded(to: code) + "  "
          + StyledText(texts.0).padded(to: left, alignment: .right) + " "
          // The better the average, the longer the bar.
          + (semester.average.map {
            BarText.text(fraction: (4 - $0) / 3, width: bar, style: .good)
          } ?? .blanks(bar)) + "  "
          + StyledText(texts.1).padded(to: right, alignment: .right) + " "
          + (semester.credits > 0 || semester.hasAllCredits
            ? BarText.text(fraction: semester.credits / most, width: bar, style: .accent)
            : .blanks(bar))
      }
  }
}
