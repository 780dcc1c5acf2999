// swift-tools-version: 6.1
import PackageDescription

// A program of other people that uses the libraries. The code of the libraries' articles is taken from here.
let package = Package(
  name: "Sample",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "grades", path: "../..")],
  targets: [
    .target(
      name: "Sample", dependencies: [.product(name: "GradesClient", package: "grades")]),
    .executableTarget(
      name: "FirstProgram", dependencies: [.product(name: "GradesClient", package: "grades")]),
    .executableTarget(
      name: "ListCourses", dependencies: [.product(name: "GradesClient", package: "grades")]),
    .executableTarget(
      name: "SafeUpdate",
      dependencies: [
        .product(name: "GradesClient", package: "grades"),
        .product(name: "GradesTesting", package: "grades"),
      ]),
    .executableTarget(
      name: "DemoCourses",
      dependencies: [
        .product(name: "GradesClient", package: "grades"),
        .product(name: "GradesTesting", package: "grades"),
      ]),
    .testTarget(
      name: "SampleTests",
      dependencies: [
        "Sample",
        .product(name: "GradesClient", package: "grades"),
        .product(name: "GradesTesting", package: "grades"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
