package import CrashReports
package import Platform
package import Vocabulary

/// What servers offer for an image.
package struct ServedSymbols: Sendable {
  /// A file on this machine with the UUID or build ID; `nil` if no server has one.
  package var file: FilePath?
  /// What was found and not used, and servers that gave no answer: `SERVER: REASON`.
  package var refusals: [String]

  /// Creates an answer.
  package init(file: FilePath? = nil, refusals: [String] = []) {
    self.file = file
    self.refusals = refusals
  }
}

/// Servers that are asked for the symbol files of images. Called from many threads.
package protocol SymbolFileServer: Sendable {
  /// The servers, as displayed to the user, without credentials.
  var descriptions: [String] { get }
  /// Returns a file with the UUID or build ID of an image, from a cache or a server. It can take minutes.
  func find(_ image: BinaryImage, id: BuildID) -> ServedSymbols
}
