/// The bytes of a file, in memory or mapped, for as long as anybody holds them.
///
/// Readers borrow them as a `RawSpan`; ranges into them are `Range<Int>`, counted from the file's first byte. The content
/// is hostile and, when mapped, may change or vanish at any time: whoever reads checks each value when it is used.
package final class FileBytes: Sendable {
  private nonisolated(unsafe) let memory: UnsafeRawBufferPointer
  private let release: @Sendable () -> Void

  /// Takes over memory that stays readable until `release` is called, which happens once.
  package init(unsafeBytes: UnsafeRawBufferPointer, release: @escaping @Sendable () -> Void) {
    memory = unsafeBytes
    self.release = release
  }

  /// Copies `bytes`.
  package convenience init(_ bytes: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
    copy.copyBytes(from: bytes)
    nonisolated(unsafe) let memory = copy
    self.init(unsafeBytes: UnsafeRawBufferPointer(rebasing: copy[..<bytes.count])) { memory.deallocate() }
  }

  /// Size of the file in bytes.
  package var count: Int { memory.count }

  deinit { release() }

  /// A view of all bytes, valid while this object lives.
  package var span: RawSpan {
    @_lifetime(borrow self) get {
      _overrideLifetime(memory.bytes, borrowing: self)
    }
  }

  /// All of them, as a range.
  package var range: Range<Int> { 0..<count }
}
