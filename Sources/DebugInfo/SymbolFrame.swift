package import Vocabulary

/// One function at an address, as debug information or a symbol table describes it.
package struct SymbolFrame: Sendable, Equatable {
  /// The source of a frame's name.
  package enum Origin: Sendable {
    /// DWARF.
    case debugInfo
    /// The symbol table: a name without a line.
    case symbolTable
    /// `LC_FUNCTION_STARTS`: the function's name is unknown, and `name` contains its start address.
    case functionStart
    /// The indirect symbol table, or the relocations of an ELF file: a jump to a function of another image, such as
    /// `DYLD-STUB$$CFRelease` or `free@plt`.
    case stub
  }

  /// The name as stored in the file, mangled or not, without Mach-O's leading underscore. `demangled(_:)` makes it
  /// readable. Empty if the code has lines but no name.
  package var name: String
  /// The path of the source file as it was passed to the compiler; `nil` if unknown.
  package var file: String?
  /// The line, from 1; 0 if unknown, or if the code was not compiled from a line.
  package var line: Int
  /// The column, from 1; 0 if unknown.
  package var column: Int
  /// True for a function that was inlined into the function of the next frame.
  package var isInlined: Bool
  /// The source of the name, which also determines what else is known.
  package var origin: Origin
  /// The start of the function that contains the address and into which all other frames at it were inlined; `nil` if
  /// unknown.
  package var functionStart: LinkedAddress?

  /// Creates a frame. Omitted values are unknown.
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
