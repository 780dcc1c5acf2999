import Files
import Foundation

/// The desktop's clipboard, through the programs that desktops have for it. A terminal has another way (OSC
/// 52), which not every terminal allows.
struct Clipboard {
  let environment: [String: String]
  var timeLimit = Duration.seconds(5)

  /// Copies a text with each program that fits the desktop; does nothing where there is none.
  func copy(_ text: String) async {
    for command in commands {
      guard let program = Executable.find(command[0], in: environment) else { continue }
      _ = await ChildProgram(
        file: program, arguments: Array(command.dropFirst()),
        environment: environment.withoutSecrets, input: Data(text.utf8), timeLimit: timeLimit
      ).run()
    }
  }

  private var commands: [[String]] {
    var commands = [["pbcopy"]]
    if environment["WAYLAND_DISPLAY"] != nil { commands.append(["wl-copy"]) }
    if environment["DISPLAY"] != nil {
      commands.append(["xclip", "-selection", "clipboard", "-in"])
    }
    return commands
  }
}
