import ArgumentParser

/// `--semester`, which a command shares with its subcommands: the parser gives it to the outer one.
struct SemesterOption: ParsableArguments {
  @Option(
    name: .shortAndLong, help: .words(.optionSemester, valueName: "semester"),
    completion: .semesters)
  var semester: String?
}
