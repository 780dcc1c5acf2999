// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that building and testing the program never pays for it. `make bench`
// builds and runs everything here.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "grades", path: "../.."),
    // Counting allocations needs an interposed malloc, which a static binary cannot have.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "InProcess",
      dependencies: [
        .product(name: "GradesModules", package: "grades"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "InProcess"),
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
