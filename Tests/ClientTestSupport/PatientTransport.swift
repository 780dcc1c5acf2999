import GradesClient
import TestSupport

extension CurlTransport {
  /// A transport whose usual time limits are longer where everything is slow.
  package static func patient() -> CurlTransport {
    var options = Options()
    if Duration.testsAreSlow {
      options.connectTimeLimit *= 10
      options.requestTimeLimit *= 10
      options.silenceTimeLimit *= 10
    }
    return CurlTransport(options: options)
  }
}
