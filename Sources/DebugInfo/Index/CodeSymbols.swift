/// Code that the symbol table, the function starts or the stubs know about, debug information aside.
struct CodeSymbol {
  /// In bytes from the image's base; `end` is where the next one starts, or the section ends.
  var start: UInt32
  var end: UInt32
  /// Without Mach-O's leading underscore; none for a bare function start.
  var name: TextPlace
  var kind: RecordKind
}
