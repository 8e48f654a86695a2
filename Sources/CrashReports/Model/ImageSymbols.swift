package import Vocabulary

/// The result of the search for symbol files of an image.
package struct ImageSymbols: Sendable, Equatable {
  /// The outcome of the search for symbol files of an image.
  package enum Outcome: String, Sendable {
    /// A file with the UUID of the image was found.
    case found
    /// No matching file was found.
    case noSymbolFile
    /// Only a file of the same name from another build was found.
    case uuidMismatch
    /// Only a file of the same name for other architectures was found.
    case architectureMismatch
    /// A matching file was found and cannot be read.
    case unreadable
    /// No search took place.
    case notAttempted
  }

  /// The outcome of the search; `file` and the UUIDs below explain it.
  package var outcome: Outcome
  /// The file that was used, or the file that does not match; for a dSYM, the path of the bundle.
  package var file: String?
  /// The UUID of a file that does not match.
  package var foundUUID: ImageUUID?
  /// The build ID of a file that does not match, unless it has 16 bytes.
  package var foundBuildID: BuildID?
  /// The architectures of that file, such as `arm64, arm64e`.
  package var foundArchitectures: String?
  /// What is wrong with a matching file, even if it could be used; the text after "FILE: ".
  package var fault: String?
  /// What was found for the UUID and not used, at most a few: `LOCATION: REASON`. Locations are files and servers that the user
  /// named.
  package var refusals: [String] = []
  /// The number of frames that got a name, or a file and line, from the file. An inlined function counts with the frame
  /// that contains it.
  package var framesNamed = 0
  /// The number of frames whose names a bitcode build removed (`__hidden#`), and whose symbol map was not found.
  package var framesHidden = 0

  /// Creates a result with no frames named yet.
  package init(_ outcome: Outcome, file: String? = nil) {
    self.outcome = outcome
    self.file = file
  }
}

extension CrashReport {
  /// Removes all images except those in `imageSymbols`. Frames keep the names of their images.
  package mutating func removeImagesWithoutSymbols() {
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
