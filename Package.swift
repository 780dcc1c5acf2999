// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "grades",
  defaultLocalization: "en",
  // Older ones have no `Mutex`. The program has been built and tried on Linux only.
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "grades", targets: ["grades"]),
    .library(name: "GradesClient", targets: ["GradesClient"]),
    // The embedded service with faults, for tests of programs that use GradesClient.
    .library(name: "GradesTesting", targets: ["GradesTesting", "GradesServer"]),
    // For Tests/Fuzzing, which sees only products: no promise to other packages.
    .library(
      name: "GradesReaders", targets: ["GradesCore", "GradesClient", "JSON", "Spreadsheet"]),
  ],
  // What only the program uses is exact; what the libraries bring along to other packages is a range.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2", traits: []),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
  ],
  targets: [
    .executableTarget(name: "grades", dependencies: ["GradesApp", "CMemory"]),
    .target(
      name: "GradesApp",
      dependencies: [
        "GradesServer", "GradesCore", "GradesClient", "Files", "JSON", "Terminal",
        "GradesLocalization", "GradesConfiguration", "Spelling",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .target(
      name: "GradesCore",
      dependencies: [
        "GradesClient", "Files", "JSON", "SQLite", "Spelling", "Spreadsheet",
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Yams", package: "Yams"),
      ]),
    .target(
      name: "GradesClient",
      dependencies: [
        "Files", "JSON", "CCurl", "Loopback", .product(name: "Logging", package: "swift-log"),
      ]),
    .target(
      name: "GradesServer",
      dependencies: [
        "GradesClient", "Files", "JSON", "Loopback", "SQLite",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .target(
      name: "GradesTesting",
      dependencies: [
        "GradesClient", "GradesServer", "SQLite",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .target(name: "JSON"),
    .target(name: "Terminal"),
    .target(name: "Files"),
    .target(name: "Loopback", dependencies: ["Files"]),
    .target(name: "SQLite", dependencies: [.product(name: "GRDB", package: "GRDB.swift")]),
    .target(name: "Spelling"),
    .target(name: "Spreadsheet"),
    .target(name: "CMemory"),
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "GradesLocalization", dependencies: ["CStringTables"], path: "Localization",
      exclude: ["Tables", "Messages", "cs.strings", "en.strings", "README.cs.md"],
      resources: ["files", "json", "expressions"].flatMap { guide in
        ["en", "cs"].map { .embedInCode("Guides/\(guide).\($0).md") }
      },
      plugins: ["MessagesPlugin"]),
    .plugin(
      name: "MessagesPlugin", capability: .buildTool(), dependencies: ["MessageGenerator"],
      path: "Localization/Messages/Plugin"),
    .executableTarget(name: "MessageGenerator", path: "Localization/Messages/Generator"),
    .target(name: "CStringTables", path: "Localization/Tables"),
    .target(
      name: "GradesConfiguration",
      dependencies: ["Files", "JSON", "Spelling"],
      path: "Configuration", exclude: ["systemd", "packaging"],
      resources: [
        .embedInCode("common.json"), .embedInCode("production.json"),
        .embedInCode("development.json"), .embedInCode("demo.json"),
      ]),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .target(
      name: "ClientTestSupport", dependencies: ["GradesClient", "TestSupport"],
      path: "Tests/ClientTestSupport"),
    .target(
      name: "ServiceTestSupport", dependencies: ["GradesTesting", "TestSupport"],
      path: "Tests/ServiceTestSupport"),
    .target(
      name: "AppTestSupport",
      dependencies: [
        "GradesApp", "GradesClient", "GradesConfiguration", "GradesTesting", "Terminal",
        "ClientTestSupport", "TestSupport",
      ],
      path: "Tests/AppTestSupport"),
    .testTarget(name: "JSONTests", dependencies: ["JSON"]),
    .testTarget(
      name: "GradesClientTests",
      dependencies: [
        "GradesClient", "ClientTestSupport", "Files", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "GradesCoreTests",
      dependencies: [
        "GradesCore", "ClientTestSupport", "GradesTesting", "Spreadsheet", "TestSupport",
      ]),
    .testTarget(
      name: "GradesServerTests",
      dependencies: ["GradesServer", "Loopback", "ServiceTestSupport", "TestSupport"]),
    .testTarget(
      name: "GradesTestingTests",
      dependencies: ["GradesTesting", "ServiceTestSupport", "TestSupport"]),
    .testTarget(
      name: "GradesAppTests",
      dependencies: ["GradesApp", "AppTestSupport", "ClientTestSupport", "TestSupport"],
      exclude: ["Frames"]),
    .testTarget(
      name: "GradesLocalizationTests", dependencies: ["GradesLocalization", "TestSupport"]),
    .testTarget(
      name: "GradesConfigurationTests", dependencies: ["GradesConfiguration", "TestSupport"]),
    .testTarget(name: "FilesTests", dependencies: ["Files", "TestSupport"]),
    .testTarget(name: "SpellingTests", dependencies: ["Spelling"]),
    .testTarget(
      name: "SpreadsheetTests", dependencies: ["Spreadsheet", "TestSupport"],
      exclude: ["Workbooks"]),
    .testTarget(name: "TerminalTests", dependencies: ["Terminal", "TestSupport"]),
    // Reads the repository's documents and sources; imports no module.
    .testTarget(name: "DocumentationTests"),
    .testTarget(
      name: "AcceptanceTests",
      dependencies: [
        "grades", "GradesTesting", "GradesClient", "GradesConfiguration", "AppTestSupport",
        "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["EarlierVersions"]),
  ],
  swiftLanguageModes: [.v6]
)

// `make test` builds for release, where the argument parser does not validate all commands at each start and the
// libraries are optimized: the tests take half the time. What is edited here is compiled as for debugging. The
// flags are unsafe, and would forbid that a package depends on this one by its version.
if Context.environment["GRADES_TESTS"] != nil {
  let debugged: [SwiftSetting] = [
    .unsafeFlags(["-Onone", "-no-whole-module-optimization", "-enable-batch-mode", "-incremental"])
  ]
  // Most of what the tests compute.
  let optimized = ["JSON", "GradesLocalization", "Terminal"]
  for target in package.targets
  where target.type != .plugin && !optimized.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + debugged
  }
}

// `make bench` measures inside the process too, with a package that is fetched for nothing else.
if Context.environment["GRADES_BENCHMARKS"] != nil {
  // Counting allocations needs an interposed malloc, which a static binary cannot have.
  package.dependencies.append(
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []))
  package.targets.append(
    .executableTarget(
      name: "InProcess",
      dependencies: [
        "GradesApp", "GradesCore", "GradesClient", "GradesServer", "Terminal",
        "GradesLocalization", "GradesConfiguration",
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Tests/Benchmarks/InProcess"))
}
