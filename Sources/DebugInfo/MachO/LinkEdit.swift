/// Where the tables of a Mach-O file's `__LINKEDIT` are, in the file's bytes, each clamped to its slice; empty if absent.
package struct LinkEdit: Hashable, Sendable {
  /// Entries of `LC_SYMTAB`, as many as fit: `nlist`, 12 bytes, or `nlist_64`, 16 bytes.
  package var symbols: Range<Int> = 0..<0
  /// String table of `LC_SYMTAB`.
  package var strings: Range<Int> = 0..<0
  /// Indirect symbol table of `LC_DYSYMTAB`: 4 bytes an entry, as many as fit.
  package var indirectSymbols: Range<Int> = 0..<0
  /// `LC_FUNCTION_STARTS`: unsigned LEB128 numbers.
  package var functionStarts: Range<Int> = 0..<0
}
