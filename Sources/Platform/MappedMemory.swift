#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A file in memory, read-only: a page is read when it is first looked at.
///
/// If the file is cut short, the bytes that are gone read as zeros (`MappingGuard`).
package struct MappedMemory: Sendable {
  /// Why a file was not mapped.
  package enum Failure: Error, Equatable, Sendable {
    case system(SystemError)
    /// As many files are mapped as can be protected.
    case tooMany
  }

  private let address: UInt
  private let slot: Int

  /// In bytes.
  package let count: Int

  /// Maps the first `count` bytes of a file, which must be at least one.
  package init(_ file: FileDescriptor, count: Int) throws(Failure) {
    guard let base = mmap(nil, count, PROT_READ, MAP_PRIVATE, file.rawValue, 0), base != MAP_FAILED else {
      throw .system(.last)
    }
    guard let slot = MappingGuard.register(base, count: count) else {
      munmap(base, count)
      throw .tooMany
    }
    address = UInt(bitPattern: base)
    self.slot = slot
    self.count = count
  }

  /// The memory; valid until `unmap`.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
  }

  /// Gives the memory back. To be called once.
  package func unmap() {
    MappingGuard.unregister(slot)
    munmap(UnsafeMutableRawPointer(bitPattern: address), count)
  }
}
