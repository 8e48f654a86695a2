/// The file ranges of the tables in a Mach-O file's `__LINKEDIT` segment, clamped to the slice; empty if missing.
package struct LinkEdit: Hashable, Sendable {
  /// The symbol table of `LC_SYMTAB`, as many entries as fit: `nlist`, 12 bytes, or `nlist_64`, 16 bytes.
  package var symbols: Range<Int> = 0..<0
  /// The string table of `LC_SYMTAB`.
  package var strings: Range<Int> = 0..<0
  /// The indirect symbol table of `LC_DYSYMTAB`: 4 bytes per entry, as many as fit.
  package var indirectSymbols: Range<Int> = 0..<0
  /// The function starts of `LC_FUNCTION_STARTS`: unsigned LEB128 numbers.
  package var functionStarts: Range<Int> = 0..<0
  /// The exports of `LC_DYLD_EXPORTS_TRIE` or `LC_DYLD_INFO`: a tree of names.
  package var exports: Range<Int> = 0..<0
}
