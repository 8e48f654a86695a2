internal import Vocabulary

extension Facet {
  /// In the order of help and of an issue's page; a new property is a new line.
  package static let catalog: [Facet] = [.day, .week, .build, .os, .device, .process, .pattern, .machine]
}
