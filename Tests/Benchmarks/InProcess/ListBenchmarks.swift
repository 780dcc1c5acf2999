import Benchmark
import Foundation
import GradesClient
import GradesLocalization

/// What every list is made with: the tree of items and the Czech order of names.
func registerLists() {
  Benchmark("item tree, 46 items") { (benchmark, definitions: [Classification]) in
    for _ in benchmark.scaledIterations { blackHole(ClassificationTree(definitions)) }
  } setup: {
    await prepared {
      try await GradesAPI(answering: InventedCourse(students: 1, items: 46)).allDefinitions()
    }
  }

  Benchmark("Czech order, 1,000 names") { (benchmark, names: [String]) in
    for _ in benchmark.scaledIterations { blackHole(sorted(names)) }
  } setup: {
    await prepared {
      people(1_000)
    }
  }

  Benchmark("Czech order, 10,000 names") { (benchmark, names: [String]) in
    for _ in benchmark.scaledIterations { blackHole(sorted(names)) }
  } setup: {
    await prepared {
      people(10_000)
    }
  }

  Benchmark("reference: order of 1,000 names by Foundation's collation") {
    (benchmark, names: [String]) in
    let czech = Locale(identifier: "cs_CZ")
    for _ in benchmark.scaledIterations {
      blackHole(
        names.sorted {
          $0.compare($1, options: [], range: nil, locale: czech) == .orderedAscending
        })
    }
  } setup: {
    await prepared {
      people(1_000)
    }
  }
}

private func people(_ count: Int) -> [String] {
  (0..<count).map {
    let name = InventedCourse.names(of: $0)
    return "\(name.last) \(name.first) \($0 % 97)"
  }
}

private func sorted(_ names: [String]) -> [String] {
  names.map { (key: CzechSortKey($0), name: $0) }.sorted { $0.key < $1.key }.map(\.name)
}
