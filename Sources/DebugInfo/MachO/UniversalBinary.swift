package import Vocabulary

/// The architectures of a file: those of a universal file, or the one of a thin file.
package struct UniversalBinary: Sendable {
  /// Those that could be read, in the order of the file; never empty.
  package let slices: [MachOFile]
  /// Why others of a universal file could not, or not wholly.
  package let faults: [MachOFault]

  /// The slice with this UUID.
  package func slice(uuid: ImageUUID) -> MachOFile? { slices.first { $0.uuid == uuid } }

  /// The slice for exactly this architecture.
  package func slice(architecture: Architecture) -> MachOFile? { slices.first { $0.architecture == architecture } }
}

extension UniversalBinary: CustomStringConvertible {
  /// Architecture and UUID of each slice: `arm64 4C4C4465-…, arm64e 4C4C4482-…`.
  package var description: String { slices.map(\.description).joined(separator: ", ") }
}

extension MachOFile {
  /// All architectures of a file; reads headers and load commands only.
  ///
  /// Throws if the file is no Mach-O file or has no slice that can be read. A broken slice of a universal file is left
  /// out, with a fault that says why.
  package static func read(_ bytes: FileBytes) throws(MachOFault) -> UniversalBinary {
    try read(bytes, range: bytes.range)
  }

  /// As `read(_:)`, for a file that lies within another, such as a member of a static library.
  package static func read(_ bytes: FileBytes, range: Range<Int>) throws(MachOFault) -> UniversalBinary {
    let range = range.clamped(to: bytes.range)
    guard let universal = try UniversalHeader(bytes.span, range) else {
      return UniversalBinary(slices: [try MachOFile(bytes, range: range)], faults: [])
    }
    var slices: [MachOFile] = []
    var faults = universal.faults
    for entry in universal.entries {
      do {
        slices.append(try MachOFile(bytes, range: entry.range))
      } catch {
        faults.append(error)
      }
    }
    guard !slices.isEmpty else {
      throw faults.first ?? MachOFault("a universal file without architectures", at: range.lowerBound)
    }
    return UniversalBinary(slices: slices, faults: faults)
  }
}
