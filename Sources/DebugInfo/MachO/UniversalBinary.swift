package import Vocabulary

/// The slices of a universal file, or the single architecture of a thin file.
package struct UniversalBinary: Sendable {
  /// The readable slices in file order; never empty.
  package let slices: [MachOFile]
  /// The faults of slices that are unreadable or incomplete.
  package let faults: [MachOFault]

  /// Returns the slice with this UUID.
  package func slice(uuid: ImageUUID) -> MachOFile? { slices.first { $0.uuid == uuid } }

  /// Returns the slice for exactly this architecture.
  package func slice(architecture: Architecture) -> MachOFile? { slices.first { $0.architecture == architecture } }
}

extension UniversalBinary: CustomStringConvertible {
  /// The architecture and UUID of each slice: `arm64 4C4C4465-…, arm64e 4C4C4482-…`.
  package var description: String { slices.map(\.description).joined(separator: ", ") }
}

extension MachOFile {
  /// Reads the headers and load commands of all architectures of a file.
  ///
  /// Throws if the file is not a Mach-O file, or has no readable slice. A damaged slice of a universal file is omitted
  /// and reported in `faults`.
  package static func read(_ bytes: FileBytes) throws(MachOFault) -> UniversalBinary {
    try read(bytes, range: bytes.range)
  }

  /// Reads a file that is contained in another, such as a member of a static library.
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
