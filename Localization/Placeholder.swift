/// The names in braces in the tables: `{course}`.
package enum Placeholder: String, CaseIterable, Sendable {
  /// A number that chooses the plural form (see ``Strings/callAsFunction(_:_:)``).
  case count
  case accounts, address, age, allowed, argument, batch, code, column, command, commands, course,
    detail, done, file, form, found, from, grade, group, host, item, key, limit, line,
    maximum, minimum, name, option, other, path, points, port, query, reason, required, role,
    roles, row, semester, status, student, suggestion, time, to, total, value, year
}
