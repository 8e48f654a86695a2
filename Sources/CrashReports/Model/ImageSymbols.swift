package import Vocabulary

/// What was found when names were looked for in symbol files of an image.
package struct ImageSymbols: Sendable, Equatable {
  /// How the search for symbol files of an image ended.
  package enum Outcome: String, Sendable {
    /// A file with the image's UUID.
    case found
    /// Nothing that fits.
    case noSymbolFile
    /// A file of the same name, from another build.
    case uuidMismatch
    /// A file of the same name, for other processors only.
    case architectureMismatch
    /// A file that fits and cannot be read.
    case unreadable
    /// Nobody looked.
    case notAttempted
  }

  /// How the search ended; `file` and the UUIDs below explain it.
  package var outcome: Outcome
  /// The file that was used or, where it does not fit, that was offered; a dSYM bundle as a whole.
  package var file: String?
  /// UUID of a file that was offered and does not fit.
  package var foundUUID: ImageUUID?
  /// Architectures of that file, as `arm64, arm64e`.
  package var foundArchitectures: String?
  /// What is wrong with a file that fits, whether it could be used or not; completes "FILE: …".
  package var fault: String?
  /// Frames that got a name, or a file and line, from the file. An inlined function counts with the frame it is in.
  package var framesNamed = 0
  /// Frames whose names a bitcode build took away, and whose list of names was not found.
  package var framesHidden = 0

  /// Creates a result with no frames named yet.
  package init(_ outcome: Outcome, file: String? = nil) {
    self.outcome = outcome
    self.file = file
  }
}

extension CrashReport {
  /// Lets go of all images but those of which symbol files were looked for. Frames keep their images' names.
  package mutating func keepImagesWithSymbols() {
    let all = images ?? []
    let kept = imageSymbols.filter { all.indices.contains($0.key) }.sorted { $0.key < $1.key }
    var positions: [Int: Int] = [:]
    for (position, entry) in kept.enumerated() { positions[entry.key] = position }
    images = kept.isEmpty ? nil : kept.map { all[$0.key] }
    imageSymbols = [:]
    for (position, entry) in kept.enumerated() { imageSymbols[position] = entry.value }
    changeEachStack { frames, _ in
      for index in frames.indices { frames[index].imageIndex = frames[index].imageIndex.flatMap { positions[$0] } }
    }
  }
}
