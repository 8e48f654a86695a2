/// The reason why a Mach-O file, one of its slices, a static library or a `.bcsymbolmap` cannot be read.
package struct MachOFault: Error, Equatable, Sendable {
  /// A phrase for users, without a period: `a static library, not a Mach-O file`.
  package var explanation: String
  /// The offset of the fault in bytes from the start of the file.
  package var offset: Int

  /// Creates a fault found `offset` bytes from the start of the file.
  package init(_ explanation: String, at offset: Int) {
    self.explanation = explanation
    self.offset = offset
  }
}
