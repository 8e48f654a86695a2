/// What the two sides of a comparison are: values of a dimension, or periods.
package struct ComparisonBasis: Sendable {
  /// The name in `--by` and in JSON.
  package let id: String
  /// The noun in messages, singular.
  package let noun: String
  /// The dimension whose values are compared; `nil` for periods.
  package let dimension: FilterDimension?
  /// The length of the periods in days; `nil` for values.
  package let days: Int?

  init(_ id: String, _ dimension: FilterDimension) {
    self.id = id
    noun = dimension.noun
    self.dimension = dimension
    days = nil
  }

  init(_ id: String, days: Int) {
    self.id = id
    noun = id
    dimension = nil
    self.days = days
  }
}

extension ComparisonBasis: Hashable {
  /// Returns whether both have the same id.
  package static func == (left: Self, right: Self) -> Bool { left.id == right.id }

  /// Hashes only the id.
  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension ComparisonBasis {
  /// Builds of an app.
  package static let build = ComparisonBasis("build", .build)

  /// All bases, in the order of the help. Add a new basis here.
  package static let catalog: [ComparisonBasis] = [
    .build, ComparisonBasis("version", .appVersion), ComparisonBasis("os", .os), ComparisonBasis("device", .device),
    ComparisonBasis("day", days: 1), ComparisonBasis("week", days: 7),
  ]
}
