package import Vocabulary

/// One function at an address: what debug information or a symbol table says.
package struct SymbolFrame: Sendable, Equatable {
  /// Who knows.
  package enum Origin: Sendable {
    /// DWARF.
    case debugInfo
    /// The symbol table alone: a name without a line.
    case symbolTable
    /// `LC_FUNCTION_STARTS`: there is a function; `name` says where it starts.
    case functionStart
    /// The indirect symbol table: a jump to a function of another image, as `DYLD-STUB$$CFRelease`.
    case stub
  }

  /// The name as the file has it, mangled or not, without Mach-O's leading underscore; `demangled(_:)` makes it readable.
  /// Empty if the code has lines and no name.
  package var name: String
  /// Path of the source as the compiler was given it; `nil`: not known.
  package var file: String?
  /// From 1; 0: not known, or compiled from no line.
  package var line: Int
  /// From 1; 0: not known.
  package var column: Int
  /// True for a function that was compiled into the next frame's.
  package var isInlined: Bool
  /// Which part of the file the name comes from, and so what else is known.
  package var origin: Origin
  /// Where the function begins that all frames of an answer were compiled into; `nil`: not known.
  package var functionStart: LinkedAddress?

  /// Creates a frame; what is not given is unknown.
  package init(
    name: String, file: String? = nil, line: Int = 0, column: Int = 0, isInlined: Bool = false, origin: Origin,
    functionStart: LinkedAddress? = nil
  ) {
    self.name = name
    self.file = file
    self.line = line
    self.column = column
    self.isInlined = isInlined
    self.origin = origin
    self.functionStart = functionStart
  }
}
