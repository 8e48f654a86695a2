/// A growing buffer of bytes.
///
/// An array checks uniqueness and capacity for every byte. Here the writer reserves room for a complete entry and then
/// stores without checks, so `reserve` must precede every store.
struct ByteSink: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 4096)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  /// Reserves room for `size` more bytes.
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

  /// Stores an integer in little-endian order.
  @inline(__always)
  mutating func store(_ value: some FixedWidthInteger & BitwiseCopyable) {
    UnsafeMutableRawPointer(base + count).storeBytes(of: value.littleEndian, as: type(of: value))
    count &+= MemoryLayout.size(ofValue: value)
  }

  /// Stores an unsigned LEB128 number, up to 5 bytes.
  @inline(__always)
  mutating func storeLEB(_ value: UInt32) {
    var rest = value
    while rest >= 0x80 {
      store(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    store(UInt8(truncatingIfNeeded: rest))
  }

  /// Stores a signed number in zigzag encoding: small numbers of either sign stay small.
  @inline(__always)
  mutating func storeZigzag(_ value: Int32) { storeLEB(UInt32(bitPattern: value << 1 ^ value >> 31)) }

  /// Copies bytes for which room was reserved.
  @inline(__always)
  mutating func storeBytes(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    UnsafeMutableRawPointer(base + count).copyMemory(from: source, byteCount: bytes.count)
    count &+= bytes.count
  }

  /// Writes eight bytes at `distance` after the end without moving the end.
  @inline(__always)
  mutating func storeAhead(_ word: UInt64, at distance: Int) {
    UnsafeMutableRawPointer(base + count + distance).storeBytes(of: word, as: UInt64.self)
  }

  /// Moves the end forward over bytes that `storeAhead` wrote.
  @inline(__always)
  mutating func advance(by distance: Int) { count &+= distance }

  mutating func removeAll() { count = 0 }

  /// Reserves room and copies bytes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    reserve(bytes.count)
    guard let source = bytes.baseAddress else { return }
    UnsafeMutableRawPointer(base + count).copyMemory(from: source, byteCount: bytes.count)
    count &+= bytes.count
  }

  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Transfers ownership of the bytes.
  consuming func finish() -> FileBytes {
    let memory = UnsafeRawBufferPointer(start: base, count: count)
    nonisolated(unsafe) let owned = base
    discard self
    return FileBytes(unsafeBytes: memory) { owned.deallocate() }
  }
}
