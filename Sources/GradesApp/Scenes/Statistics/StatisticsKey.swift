import ArgumentParser

/// What `grades stats` compares.
enum StatisticsKey: String, CaseIterable, ExpressibleByArgument, Sendable {
  case parallel, semester
  /// The groups that are named.
  case group
}
