/// The reason why an ELF file cannot be read.
package struct ELFFault: Error, Equatable, Sendable {
  /// A phrase for users, without a period: `a big-endian ELF file, which is not supported`.
  package var explanation: String
  /// The offset of the fault in bytes from the start of the file.
  package var offset: Int

  /// Creates a fault found `offset` bytes from the start of the file.
  package init(_ explanation: String, at offset: Int) {
    self.explanation = explanation
    self.offset = offset
  }
}
