import Foundation
import GradesClient
import JSON

/// Replaces all data in documents by invented ones; equal data by equal ones, so that shapes stay visible.
///
/// What stays is what the contract has: names of members, words of enumerations, codes of semesters; and yes and
/// no. Lists are cut after a few elements.
struct ReportDisguise {
  private static let longestList = 3

  private var texts: [String: String] = [:]
  private var numbers: [String: String] = [:]

  /// The same document with invented data.
  ///
  /// - Parameter shape: what the document is expected to look like.
  mutating func disguise(
    _ value: JSONValue, as shape: JSONShape?, member name: String = ""
  ) -> JSONValue {
    switch value {
    case .null, .flag: return value
    case .number(let digits): return .number(number(digits))
    case .string(let text): return .string(self.text(text, in: name))
    case .array(let elements):
      let inner: JSONShape? = if case .list(let shape)? = shape { shape } else { nil }
      return .array(
        elements.prefix(Self.longestList).map { disguise($0, as: inner, member: name) })
    case .object(let members):
      var isMap = false
      var shapes: [String: JSONShape] = [:]
      var mapped: JSONShape?
      switch shape {
      case .map(let inner)?: (isMap, mapped) = (true, inner)
      case .object(let known)?:
        for member in known { shapes[member.name] = member.shape }
      default: break
      }
      // A map has as many members as a course has items.
      let kept = isMap ? members.prefix(Self.longestList) : members[...]
      return .object(
        kept.map { member in
          let isSafe = !isMap && ServiceWords.isMemberName(member.name)
          return JSONValue.Member(
            isSafe ? member.name : self.text(member.name, in: ""),
            disguise(
              member.value, as: shapes[member.name] ?? mapped, member: member.name))
        })
    }
  }

  /// A word of the service, invented where the contract does not have it.
  mutating func word(_ word: String) -> String {
    ServiceWords.all.contains(word) ? word : text(word, in: "")
  }

  private mutating func text(_ text: String, in name: String) -> String {
    if text.isEmpty { return text }
    if ServiceWords.ofMembers[name]?.contains(text) == true { return text }
    if name == "semesterCode", SemesterCode(text)?.rawValue == text { return text }
    if let replaced = texts[text] { return replaced }
    let replaced = "\(kind(of: text, in: name))-\(texts.count + 1)"
    texts[text] = replaced
    return replaced
  }

  private func kind(of text: String, in name: String) -> String {
    if text.contains("@") { return "mail" }
    if name == "studentGroupId" {
      return (ServiceWords.groupPrefix(of: text) ?? "") + "group"
    }
    return text.contains("\n") ? "lines" : text.allSatisfy(\.isNumber) ? "digits" : "text"
  }

  private mutating func number(_ digits: String) -> String {
    if let replaced = numbers[digits] { return replaced }
    let isWhole = Double(digits).map { $0 == $0.rounded() } ?? true
    let count = numbers.count + 1
    let hasFraction = digits.contains(".") || !isWhole
    // Nine digits and more are times or ids: their size stays visible.
    let replaced =
      digits.count > 9
      ? "9\(String(repeating: "0", count: 8))\(count)"
      : hasFraction ? "\(count).5" : "\(count)"
    numbers[digits] = replaced
    return replaced
  }
}
