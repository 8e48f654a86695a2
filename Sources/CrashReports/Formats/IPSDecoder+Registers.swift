extension IPSDecoder {
  /// Reads the registers of the crashed thread. Newer systems write those of every thread; the others are not needed.
  mutating func readCrashedRegisters() {
    for index in 0..<(report.threads?.count ?? 0) where report.threads?[index].crashed == true {
      guard let state = (index < states.count ? states[index] : nil) ?? commonState else { continue }
      // A separate cursor, on bytes that the first pass has already read.
      let savedCursor = cursor
      cursor = JSONCursor(
        savedCursor.bytes, range: state.offset..<max(state.offset, savedCursor.offset), line: state.line,
        depthLimit: 64)
      let registers = readState()
      cursor = savedCursor
      if !registers.isEmpty { report.threads?[index].registers = registers }
    }
  }

  /// Reads a register state, `{"x":[{"value":0},…],"lr":{"value":6988750060},"flavor":"ARM_THREAD_STATE64",…}`.
  private mutating func readState() -> [CrashReport.Register] {
    var registers: [CrashReport.Register] = []
    guard cursor.enterObject() else { return registers }
    registers.reserveCapacity(40)
    while let key = cursor.nextKey() {
      guard registers.count < 256 else {
        cursor.skipValue()
        continue
      }
      switch cursor.peek() {
      case UInt8(ascii: "["):
        // The general-purpose registers of ARM: x0…x28, r0…r12.
        let stem = cursor.string(key, limit: 16)
        var number = 0
        guard cursor.enterArray() else { continue }
        while cursor.nextElement() {
          guard number < 64 else {
            cursor.skipValue()
            continue
          }
          if let register = readRegister(stem + String(number)) { registers.append(register) }
          number += 1
        }
      case let byte? where byte == UInt8(ascii: "{") || byte &- 0x30 < 10:
        if let register = readRegister(cursor.string(key, limit: 16)) { registers.append(register) }
      default: cursor.skipValue()
      }
    }
    return registers
  }

  private mutating func readRegister(_ name: String) -> CrashReport.Register? {
    // Reports of macOS 11 have the value alone.
    if let byte = cursor.peek(), byte &- 0x30 < 10 {
      return cursor.readUInt64().map { CrashReport.Register(name: name, value: $0) }
    }
    var value: UInt64?
    var selector: String?
    var description: String?
    var symbol: String?
    var symbolOffset: UInt64?
    readObject { decoder, key in
      switch key {
      case .value: value = decoder.cursor.readUInt64()
      case .selector: selector = decoder.cursor.readNonEmpty(limit: 1024)
      case .description: description = decoder.cursor.readNonEmpty(limit: 1024)?.trimmedOfSpace
      case .symbol: symbol = decoder.cursor.readNonEmpty(limit: 1024)
      case .symbolLocation: symbolOffset = decoder.cursor.readUInt64()
      default: return false
      }
      return true
    }
    guard let value else { return nil }
    let symbolText = symbol.map { $0 + (symbolOffset.map { " + \($0)" } ?? "") }
    return CrashReport.Register(
      name: name, value: value, note: selector.map { "objc-selector \($0)" } ?? description ?? symbolText)
  }
}
