package import CrashReports
package import DebugInfo
package import Vocabulary

/// The symbols of one architecture of an image, by address.
package protocol AddressNames: Sendable {
  /// The linked address of the image's start; equal to `MachOFile.textAddress`.
  var textAddress: UInt64 { get }
  /// The architecture's name in Apple's tools, such as `arm64e`.
  var architectureName: String { get }
  /// Returns the functions at each address, innermost first; empty for addresses without a symbol. The addresses must
  /// be in ascending order.
  func frames(at addresses: [LinkedAddress]) -> [[SymbolFrame]]
}

/// The result of a search for an image's symbols.
package struct FoundSymbols: Sendable {
  /// The outcome of the search, and the file that was used or rejected.
  package var answer: ImageSymbols
  /// The symbols; not `nil` if and only if the outcome is `found`.
  package var names: (any AddressNames)?

  /// Creates a result. Pass `names` only if the outcome is `found`.
  package init(_ answer: ImageSymbols, names: (any AddressNames)? = nil) {
    self.answer = answer
    self.names = names
  }
}

/// Finds the symbols of images by UUID.
package protocol SymbolSource: Sendable {
  /// The locations that are searched, as displayed to the user.
  var locations: [String] { get }
  /// Finds the symbols of `image`.
  /// - Parameter architecture: The architecture of the image or, if the report does not contain it, of the process. A
  ///   hint only.
  func symbols(for image: BinaryImage, architecture: String?) -> FoundSymbols
}
