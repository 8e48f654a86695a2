/// Demangles a name in the mangling of Swift 1 to 3 (`_T…`, not `_T0…`); `nil` if it cannot be demangled.
///
/// The Swift runtime supports only its own mangling. The grammar is `docs/ABI/OldMangling.rst` of the Swift sources.
/// The output equals that of `swift-demangle -compact`. Current Swift still uses this mangling for the Objective-C
/// names of classes (`_TtC9MyProject14ViewController`).
///
/// There are two differences. `_TSoftware` is a C function, although its first letters are valid codes: the demangled
/// part must contain an identifier, or be followed by nothing but a suffix that compilers append. And the `Ss` of
/// Swift 1 is supported.
func demangledOldSwift(_ name: String) -> String? { demangledOldSwift(name, nesting: 0) }

/// The maximum nesting of names inside names, which specializations contain.
private let maxNesting = 4

/// Demangles a name that is nested in `nesting` other names.
func demangledOldSwift(_ name: String, nesting: Int) -> String? {
  guard nesting <= maxNesting, name.utf8.count <= maxMangledNameLength else { return nil }
  var parser = OldSwiftParser(Array(name.utf8), nesting: nesting)
  guard let pieces = try? parser.name() else { return nil }
  if parser.reader.identifiers == 0, let first = parser.reader.peek, OldSwiftReader.isLetter(first) { return nil }
  var printer = OldSwiftPrinter(parser.tree)
  guard (try? printer.print(pieces)) != nil else { return nil }
  let suffix = parser.reader.rest()
  guard suffix.isEmpty || (try? printer.print(suffix: suffix)) != nil else { return nil }
  return printer.output
}

/// The name cannot be demangled, or exceeds a limit.
struct OldSwiftUnreadable: Error {}

/// The maximum nesting of types and contexts, in the name and in the expansion of its references. A recursion of this
/// depth takes less than half a megabyte of stack, which is the stack size of secondary threads.
let maxOldSwiftDepth = 128
