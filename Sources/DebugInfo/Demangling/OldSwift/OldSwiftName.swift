/// The readable form of a name in the mangling of Swift 1 to 3 (`_T…`, not `_T0…`), or `nil` if it cannot be read.
///
/// The runtime reads its own mangling only. The grammar is `docs/ABI/OldMangling.rst` of the Swift sources; the wording
/// is that of `swift-demangle -compact`, so that a name reads the same wherever it is looked up. Classes of today's
/// Swift still show this mangling to Objective-C (`_TtC9MyProject14ViewController`).
///
/// Two things differ. `_TSoftware` is a C function, although its first letters stand for something: what was read has to
/// hold an identifier, or nothing may be left but what a compiler appends. And `Ss` is read, as Swift 1 wrote it.
func demangledOldSwift(_ name: String) -> String? { demangledOldSwift(name, nesting: 0) }

/// Names inside names, as a specialisation states them, are read to this depth.
private let deepestNesting = 4

/// `nesting` is the number of names that this one was found in.
func demangledOldSwift(_ name: String, nesting: Int) -> String? {
  guard nesting <= deepestNesting, name.utf8.count <= longestMangledName else { return nil }
  var parser = OldSwiftParser(Array(name.utf8), nesting: nesting)
  guard let pieces = try? parser.name() else { return nil }
  if parser.reader.identifiers == 0, let first = parser.reader.peek, OldSwiftReader.isLetter(first) { return nil }
  var printer = OldSwiftPrinter(parser.tree)
  guard (try? printer.print(pieces)) != nil else { return nil }
  let suffix = parser.reader.rest()
  guard suffix.isEmpty || (try? printer.print(suffix: suffix)) != nil else { return nil }
  return printer.output
}

/// The name cannot be read, or is more than we are ready to read.
struct OldSwiftUnreadable: Error {}

/// How deep types and contexts may be nested, in the name and in what its references unfold to. A recursion of this
/// depth takes less than half a megabyte of stack, all that a secondary thread may have.
let deepestOldSwiftName = 128
