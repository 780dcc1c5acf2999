import CMemory
import Foundation
import GradesApp

// Where a stream is closed, the next file or connection would take its number, and what is printed would
// go there. These can be read, as empty, and not be written.
while case let free = open("/dev/null", O_RDONLY), free >= 0 {
  if free > STDERR_FILENO {
    close(free)
    break
  }
}
// A reader or a client that goes away is an error of the write, which is handled there.
signal(SIGPIPE, SIG_IGN)
let environment = ProcessInfo.processInfo.environment
// Before a token is read. A developer who wants a dump or a debugger sets the variable.
if ["", "0"].contains(environment["GRADES_ALLOW_CORE_DUMPS"] ?? "") { cmemory_hide() }
// The argument parser cannot break its lines for a window this narrow; ours come out right all the same.
var window = winsize()
if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, 1..<40 ~= window.ws_col {
  setenv("COLUMNS", "40", 1)
}
let app = App(
  streams: .standard(environment: environment), environment: environment, interrupts: .process)
endProcess(await app.run(Array(CommandLine.arguments.dropFirst())))
