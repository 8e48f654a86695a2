/// The bytes of a file, in memory or mapped.
///
/// Readers borrow them as a `RawSpan`. Ranges into them are `Range<Int>`, counted from the file's first byte. The
/// content is untrusted and, when mapped, may change or disappear at any time, so readers check each value when they
/// use it.
package final class FileBytes: Sendable {
  private nonisolated(unsafe) let memory: UnsafeRawBufferPointer
  private let release: @Sendable () -> Void

  /// Creates the bytes of memory that stays readable until `release` is called. `release` is called once.
  package init(unsafeBytes: UnsafeRawBufferPointer, release: @escaping @Sendable () -> Void) {
    memory = unsafeBytes
    self.release = release
  }

  /// Creates a copy of `bytes`.
  package convenience init(_ bytes: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
    copy.copyBytes(from: bytes)
    nonisolated(unsafe) let memory = copy
    self.init(unsafeBytes: UnsafeRawBufferPointer(rebasing: copy[..<bytes.count])) { memory.deallocate() }
  }

  /// The size of the file in bytes.
  package var count: Int { memory.count }

  deinit { release() }

  /// A view of all bytes, valid while this object lives.
  package var span: RawSpan {
    @_lifetime(borrow self) get {
      _overrideLifetime(memory.bytes, borrowing: self)
    }
  }

  /// The range of all bytes.
  package var range: Range<Int> { 0..<count }
}
