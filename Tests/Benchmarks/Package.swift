// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that building and testing the program never pays for it. `make bench` builds and runs
// what is here; InProcess, which sees inside the program, is a target of the program's package.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "grades", path: "../..")],
  targets: [
    .executableTarget(
      name: "Service", dependencies: [.product(name: "GradesTesting", package: "grades")],
      path: "Service"),
    .executableTarget(
      name: "Load", dependencies: [.product(name: "GradesClient", package: "grades")],
      path: "Load"),
    .executableTarget(
      name: "Library", dependencies: [.product(name: "GradesClient", package: "grades")],
      path: "Library"),
    .executableTarget(name: "Floor", dependencies: ["CSQLite"], path: "Floor"),
    .systemLibrary(name: "CSQLite", path: "CSQLite"),
  ],
  swiftLanguageModes: [.v6]
)
