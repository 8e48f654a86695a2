#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// A read-only memory mapping of a file: each page is read on first access.
///
/// If the file is truncated, the missing bytes read as zeros (`MappingGuard`).
package struct MappedMemory: Sendable {
  /// Why a file was not mapped.
  package enum Failure: Error, Equatable, Sendable {
    case system(SystemError)
    /// The maximum number of protected mappings is reached.
    case tooMany
  }

  private let address: UInt
  private let slot: Int

  /// The size of the mapping in bytes.
  package let count: Int

  /// Maps the first `count` bytes of a file; `count` must be at least 1.
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

  /// The mapped memory; valid until `unmap`.
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
  }

  /// Unmaps the memory. Call this once.
  package func unmap() {
    MappingGuard.unregister(slot)
    munmap(UnsafeMutableRawPointer(bitPattern: address), count)
  }
}
