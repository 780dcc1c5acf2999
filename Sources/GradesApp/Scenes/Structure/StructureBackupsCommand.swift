import ArgumentParser
import GradesCore
import GradesLocalization
import JSON
import Terminal

/// `grades structure backups`: the backups that changes of courses' structures made.
struct StructureBackupsCommand: AppCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      "backups", .helpStructureBackups, .helpStructureBackupsDiscussion,
      examples: ["grades structure backups", "grades structure backups --json"])
  }

  @OptionGroup var output: DocumentOption
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var access: Access { .offline }

  func run(in context: Context) async throws -> ExitStatus {
    let report = StructureBackupsReport(
      entries: await context.backups.list(), host: context.configuration.host.identity,
      strings: context.strings, dates: context.dates)
    context.printer.print(report, as: output.json ? .json : .table)
    return .done
  }
}

/// Backups of courses' structures, as a table and as a document.
struct StructureBackupsReport: Report {
  let entries: [StructureBackups.Entry]
  /// The host that is used now.
  let host: String
  let strings: Strings
  let dates: DateText

  var table: Table {
    Table(
      columns: [
        .init(title: strings(.structureColumnTime)),
        .init(title: strings(.coursesColumnCourse), leastWidth: 14, overflow: .wrap),
        .init(
          title: strings(.structureColumnItems), alignment: .right, narrowing: .folds(order: 2)),
        .init(
          title: strings(.structureColumnValues), alignment: .right, narrowing: .folds(order: 2)),
        .init(title: strings(.structureColumnFile), narrowing: .folds(order: 1)),
      ],
      sections: [
        .init(
          rows: entries.map { entry in
            guard let backup = entry.backup else {
              return Table.Row(cells: [
                .text(ValueText.nothing), .text(strings(.structureBackupDamaged), .bad), .empty,
                .empty, .text(SafeText.singleLine(entry.url.lastPathComponent)),
              ])
            }
            return Table.Row(cells: [
              .text(dates.dateTime(backup.createdAt)),
              .text(course(backup)),
              .text("\(backup.definitions.count)"), .text("\(backup.values.count)"),
              .text(SafeText.singleLine(entry.url.lastPathComponent)),
            ])
          }, emptyText: StyledText(strings(.structureBackupsEmpty)))
      ],
      remarks: entries.first.map { entry in
        let folder = SafeText.singleLine(entry.url.deletingLastPathComponent().path)
        return [StyledText(strings(.structureBackupsFolder, [.file: folder]), .quiet)]
      } ?? [])
  }

  /// The course and semester, with the host where it is another one.
  private func course(_ backup: StructureBackup) -> String {
    let course = "\(backup.course.rawValue) \(backup.semester.rawValue)"
    return SafeText.singleLine(backup.host == host ? course : "\(course), \(backup.host)")
  }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.array("backups", of: entries) { writer, entry in
        writer.object {
          $0.member("path", entry.url.path)
          $0.member("host", entry.backup?.host)
          $0.member("course", entry.backup?.course.rawValue)
          $0.member("semester", entry.backup?.semester.rawValue)
          $0.member("createdAt", entry.backup.map { Timestamp.text($0.createdAt) })
          $0.member("items", entry.backup?.definitions.count)
          $0.member("values", entry.backup?.values.count)
        }
      }
    }
  }
}
