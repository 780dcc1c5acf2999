import Foundation
import GradesApp

let environment = ProcessInfo.processInfo.environment
let app = App(
  streams: .standard(environment: environment), environment: environment, interrupts: .process)
exit(await app.run(Array(CommandLine.arguments.dropFirst())))
