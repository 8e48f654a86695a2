/// Bytes that are written one behind the other.
///
/// An array asks at every byte whether it is shared and has room; here the writer makes room for a whole entry first and
/// then stores without asking. `reserve` must come before the stores it is for: they do not check.
struct ByteSink: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 4096)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  /// Makes room for `size` bytes.
  @inline(__always)
  mutating func reserve(_ size: Int) {
    if capacity &- count < size { grow(size) }
  }

  @inline(never)
  private mutating func grow(_ size: Int) {
    let larger = max(capacity * 2, count + size)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.update(from: base, count: count)
    base.deallocate()
    base = moved
    capacity = larger
  }

  @inline(__always)
  mutating func store(_ byte: UInt8) {
    base[count] = byte
    count &+= 1
  }

  /// Little-endian.
  @inline(__always)
  mutating func store(_ value: some FixedWidthInteger & BitwiseCopyable) {
    UnsafeMutableRawPointer(base + count).storeBytes(of: value.littleEndian, as: type(of: value))
    count &+= MemoryLayout.size(ofValue: value)
  }

  /// An unsigned LEB128 number: up to 5 bytes.
  @inline(__always)
  mutating func storeLEB(_ value: UInt32) {
    var rest = value
    while rest >= 0x80 {
      store(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    store(UInt8(truncatingIfNeeded: rest))
  }

  /// A signed number as an unsigned one, small where it is near zero.
  @inline(__always)
  mutating func storeZigzag(_ value: Int32) { storeLEB(UInt32(bitPattern: value << 1 ^ value >> 31)) }

  /// Copies bytes for which there is room.
  @inline(__always)
  mutating func storeBytes(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    UnsafeMutableRawPointer(base + count).copyMemory(from: source, byteCount: bytes.count)
    count &+= bytes.count
  }

  /// Writes eight bytes `distance` behind the end, which stays where it is.
  @inline(__always)
  mutating func storeAhead(_ word: UInt64, at distance: Int) {
    UnsafeMutableRawPointer(base + count + distance).storeBytes(of: word, as: UInt64.self)
  }

  /// Counts bytes as written.
  @inline(__always)
  mutating func advance(by distance: Int) { count &+= distance }

  mutating func removeAll() { count = 0 }

  /// Copies bytes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    guard let source = bytes.baseAddress else { return }
    UnsafeMutableRawPointer(base + count).copyMemory(from: source, byteCount: bytes.count)
    count &+= bytes.count
  }

  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Hands the bytes over.
  consuming func finish() -> FileBytes {
    let memory = UnsafeRawBufferPointer(start: base, count: count)
    nonisolated(unsafe) let owned = base
    discard self
    return FileBytes(unsafeBytes: memory) { owned.deallocate() }
  }
}
