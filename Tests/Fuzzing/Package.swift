// swift-tools-version: 6.1
import PackageDescription

// A package of its own, like Tests/Benchmarks. It links only with the options of `make fuzz-coverage`, which bring
// libFuzzer along.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "grades", path: "../..")],
  targets: [
    .executableTarget(
      name: "Readers", dependencies: [.product(name: "GradesReaders", package: "grades")],
      path: "Readers")
  ],
  swiftLanguageModes: [.v6]
)
