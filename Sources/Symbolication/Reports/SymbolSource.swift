package import CrashReports
package import DebugInfo
package import Vocabulary

/// Names of one architecture of an image, by address.
package protocol AddressNames: Sendable {
  /// As `MachOFile.textAddress`: where the linker put the image's start.
  var textAddress: UInt64 { get }
  /// As Apple's tools say it: `arm64e`.
  var architectureName: String { get }
  /// For each address, which come in ascending order, its functions, innermost first; empty where nothing is known.
  func frames(at addresses: [LinkedAddress]) -> [[SymbolFrame]]
}

/// What was found for an image.
package struct FoundSymbols: Sendable {
  /// Outcome of the search and the file used or rejected, for the report's image.
  package var answer: ImageSymbols
  /// There exactly when the outcome is `found`.
  package var names: (any AddressNames)?

  /// Creates a result; `names` only where the outcome is `found`.
  package init(_ answer: ImageSymbols, names: (any AddressNames)? = nil) {
    self.answer = answer
    self.names = names
  }
}

/// Finds the symbols of images, by UUID.
package protocol SymbolSource: Sendable {
  /// Where it looks, as the user named the places.
  var places: [String] { get }
  /// - Parameter architecture: The image's, or where the report does not say it the process's: a hint.
  func symbols(for image: BinaryImage, architecture: String?) -> FoundSymbols
}
