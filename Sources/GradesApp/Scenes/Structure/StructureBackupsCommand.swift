import ArgumentParser
import GradesCore
import GradesLocalization
import Terminal

/// `grades structure backups`: the backups that changes of courses' structures made.
struct StructureBackupsCommand: AppCommand {
  static var configuration: CommandConfiguration { help("backups", .helpStructureBackups) }

  @OptionGroup var output: DocumentOption
  @OptionGroup(title: SharedOptions.title) var shared: SharedOptions

  var access: Access { .offline }

  func run(in context: Context) async throws -> ExitStatus {
    let report = StructureBackupsReport(
      entries: await context.backups.list(), host: context.configuration.host.identity,
      strings: context.strings, dates: context.dates)
    context.printer.print(report, as: output.format)
    return .done
  }
}

struct StructureBackupsReport: Report {
  let entries: [StructureBackups.Entry]
  let host: String
  let strings: Strings
  let dates: DateText

  var table: Table {
    let folder = entries.first.map {
      SafeText.singleLine($0.url.deletingLastPathComponent().path)
    }
    return Table(
      entries, columns, emptyText: StyledText(strings(.structureBackupsEmpty)),
      remarks: folder.map { [StyledText(strings(.structureBackupsFolder, [.file: $0]), .quiet)] }
        ?? [])
  }

  private var columns: [Column<StructureBackups.Entry>] {
    [
      Column(strings(.structureColumnTime)) { entry in
        entry.backup.map { dates.dateTime($0.createdAt) } ?? ValueText.nothing
      },
      Column(strings(.coursesColumnCourse), least: 14, overflow: .wrap) { entry in
        entry.backup.map { StyledText(course($0)) }
          ?? StyledText(strings(.structureBackupDamaged), .bad)
      },
      Column(strings(.historyColumnItems), .right, narrowing: .folds(order: 2)) { entry in
        entry.backup.map { "\($0.definitions.count)" }
      },
      Column(strings(.structureColumnValues), .right, narrowing: .folds(order: 2)) { entry in
        entry.backup.map { "\($0.values.count)" }
      },
      Column(strings(.structureColumnFile), narrowing: .folds(order: 1)) { entry in
        SafeText.singleLine(entry.url.lastPathComponent)
      },
    ]
  }

  /// The course and semester, with the host where it is another one.
  private func course(_ backup: StructureBackup) -> String {
    let course = "\(backup.course.rawValue) \(backup.semester.rawValue)"
    return SafeText.singleLine(backup.host == host ? course : "\(course), \(backup.host)")
  }

  func document(_ names: Strings) -> Document {
    let fields: [Field<StructureBackups.Entry>] = [
      Field("path") { $0.url.path }, Field("host") { $0.backup?.host },
      Field("course") { $0.backup?.course }, Field("semester") { $0.backup?.semester },
      Field("createdAt") { $0.backup?.createdAt },
      Field("items") { $0.backup?.definitions.count },
      Field("values") { $0.backup?.values.count },
    ]
    return ["backups": Rows(entries, fields)]
  }
}
