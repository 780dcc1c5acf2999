import Foundation
import GradesApp

// A reader or a client that goes away is an error of the write, which knows what to do.
signal(SIGPIPE, SIG_IGN)
let environment = ProcessInfo.processInfo.environment
let app = App(
  streams: .standard(environment: environment), environment: environment, interrupts: .process)
endProcess(await app.run(Array(CommandLine.arguments.dropFirst())))
