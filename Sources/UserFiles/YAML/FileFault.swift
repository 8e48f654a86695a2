/// What is wrong at one place of a file that a user wrote.
package struct FileFault: Error, Sendable, Equatable {
  /// From 1.
  package var line: Int
  /// From 1, in characters.
  package var column: Int
  /// Completes "file:line:column: ".
  package var message: String
  /// What to do about it.
  package var hint: String?

  /// Creates a fault at a line and column, both from 1.
  package init(line: Int, column: Int, _ message: String, hint: String? = nil) {
    self.line = line
    self.column = column
    self.message = message
    self.hint = hint
  }
}

/// The faults of one file, gathered while it is read, so that a user sees them all at once.
final class Faults {
  private(set) var list: [FileFault] = []
  /// Faults kept; whoever has more of them will read the file again anyway.
  static let limit = 20

  var isEmpty: Bool { list.isEmpty }
  var isFull: Bool { list.count >= Self.limit }

  func add(_ fault: FileFault) {
    if !isFull, !list.contains(fault) { list.append(fault) }
  }

  func add(_ node: YAMLNode, _ message: String, hint: String? = nil) {
    add(FileFault(line: node.line, column: node.column, message, hint: hint))
  }

  /// In the order of the file.
  var sorted: [FileFault] {
    list.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset) < ($1.element.line, $1.element.column, $1.offset)
    }.map(\.element)
  }
}
