import Foundation
import GradesServer
import GradesTesting

// The embedded service for whole-process figures: `Service FILE STUDENTS` serves the file's data, or
// fills it first, prints its address, and obeys lines on standard input:
//
//   token USERNAME   prints an access and a refresh token
//   latency N        makes every answer come N milliseconds later from now on
//   forget           forgets the requests so far
//   requests         prints how many came since, then each as METHOD PATH?QUERY on a line
//
// It ends with its standard input.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
let arguments = CommandLine.arguments.dropFirst()
var options = EmbeddedService.Options()
options.dataFile = arguments.first.map { URL(filePath: $0) }
options.students = arguments.dropFirst().first.flatMap { Int($0) } ?? 150
options.accessTokenLifetime = .seconds(86_400)
let service = try await TestService.start(options)
let control = service.control
say(service.apiURL.absoluteString)

var latency = 0
while let line = readLine() {
  let words = line.split(separator: " ").map(String.init)
  switch (words.first, words.dropFirst().first) {
  case ("token", let username?):
    let tokens = try await control.issueTokens(username: username)
    say("\(tokens.access) \(tokens.refresh)")
  case ("latency", let text?):
    let wanted = Int(text) ?? 0
    control.addLatency(.milliseconds(wanted - latency))
    latency = wanted
    say("latency \(wanted)")
  case ("forget", nil):
    control.resetRequestLog()
    say("forgotten")
  case ("requests", nil):
    let requests = control.requestLog
    say(String(requests.count))
    for request in requests {
      var address = URLComponents()
      address.percentEncodedPath = request.path
      if !request.query.isEmpty {
        address.queryItems = request.query.sorted { $0.key < $1.key }
          .map { URLQueryItem(name: $0.key, value: $0.value) }
      }
      say("\(request.method) \(address.string ?? request.path)")
    }
  default: say("unknown")
  }
}
await service.stop()
