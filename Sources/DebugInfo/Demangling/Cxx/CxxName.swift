import Bytes

/// Demangles a name of the Itanium C++ ABI that begins with `_Z`; `nil` if it is not one, or if a limit is exceeded.
///
/// This is an own implementation because the demanglers of the C++ libraries differ in spelling, leave current names
/// mangled (1.2 % of the symbols of real images on Linux), and have no limit on time, memory and recursion.
func demangledCxx(_ name: String) -> String? {
  var parser = CxxParser(Array(name.utf8))
  guard parser.take("_Z"), let root = try? parser.mangledName() else { return nil }
  var printer = CxxPrinter(parser.tree)
  printer.write(root)
  guard !printer.hasFailed, !printer.output.isEmpty, printer.output.count <= maxReadableNameLength else { return nil }
  return String(streamSafe: printer.output)
}
