/// A location in source code, as a compiler recorded it or a report prints it.
package struct SourceLocation: Hashable, Sendable {
  /// The path as the compiler recorded it or the report prints it; often only a file name.
  package var file: String
  /// The line, from 1; `nil` if the compiler recorded none (`(:-1)` in TestFlight reports, line 0 in DWARF).
  package var line: Int?
  /// The column, from 1; `nil` if it is unknown.
  package var column: Int?

  /// Creates a location; without `line` it names only the file.
  package init(file: String, line: Int? = nil, column: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
  }
}
