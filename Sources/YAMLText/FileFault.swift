/// An error in a file that a user wrote, with its location.
package struct FileFault: Error, Sendable, Equatable {
  /// The line, from 1.
  package var line: Int
  /// The column, from 1, in characters.
  package var column: Int
  /// The message, to be printed after "file:line:column: ".
  package var message: String
  /// A suggestion how to fix the fault; `nil` if there is none.
  package var hint: String?

  /// Creates a fault at a line and column, both from 1.
  package init(line: Int, column: Int, _ message: String, hint: String? = nil) {
    self.line = line
    self.column = column
    self.message = message
    self.hint = hint
  }
}

/// The faults of one file, collected while it is read, so that all are reported at once.
package final class Faults {
  /// The faults in the order in which they were found.
  package private(set) var list: [FileFault] = []
  /// The maximum number of faults; further ones are found when the file is read again.
  package static let limit = 20

  /// Creates an empty list.
  package init() {}

  /// Whether there is no fault.
  package var isEmpty: Bool { list.isEmpty }
  /// Whether further faults are not collected.
  package var isFull: Bool { list.count >= Self.limit }

  /// Adds a fault, unless the list is full or contains it.
  package func add(_ fault: FileFault) {
    if !isFull, !list.contains(fault) { list.append(fault) }
  }

  /// Adds a fault at the location of a node.
  package func add(_ node: YAMLNode, _ message: String, hint: String? = nil) {
    add(FileFault(line: node.line, column: node.column, message, hint: hint))
  }

  /// The faults in the order of the file.
  package var sorted: [FileFault] {
    list.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset) < ($1.element.line, $1.element.column, $1.offset)
    }.map(\.element)
  }
}
