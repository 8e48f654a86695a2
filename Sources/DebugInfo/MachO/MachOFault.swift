/// Why a Mach-O file, a slice of it or a static library could not be read.
package struct MachOFault: Error, Equatable, Sendable {
  /// A phrase for people, without a full stop: `an archive, no Mach-O file`.
  package var explanation: String
  /// Where it was found, in bytes from the start of the file.
  package var offset: Int

  /// Creates a fault found `offset` bytes from the start of the file.
  package init(_ explanation: String, at offset: Int) {
    self.explanation = explanation
    self.offset = offset
  }
}
