internal import Vocabulary

extension Facet {
  /// All facets, in the order of the help and of an issue's page. Add a new facet here.
  package static let catalog: [Facet] = [
    .day, .week, .build, .os, .device, .process, .pattern, .view, .document, .machine,
  ]
}
