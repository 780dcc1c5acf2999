// swift-tools-version: 6.1
import PackageDescription

// A package of its own, like Tests/Benchmarks. `make fuzz-coverage` builds it for libFuzzer: without
// those options it has no main function.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "grades", path: "../..")],
  targets: [
    .executableTarget(
      name: "Readers", dependencies: [.product(name: "GradesReaders", package: "grades")],
      path: "Readers", swiftSettings: [.unsafeFlags(["-parse-as-library"])])
  ],
  swiftLanguageModes: [.v6]
)
