extension IPSDecoder {
  /// Registers of the crashed thread only: newer systems write those of every thread, and nobody asks for them.
  mutating func readCrashedRegisters() {
    for index in 0..<(report.threads?.count ?? 0) where report.threads?[index].crashed == true {
      guard index < states.count, let place = states[index] else { continue }
      // A cursor of its own, on bytes that the first pass has already walked over.
      let resting = cursor
      cursor = JSONCursor(
        resting.bytes, range: place.offset..<max(place.offset, resting.offset), line: place.line, depthLimit: 64)
      let registers = readState()
      cursor = resting
      if !registers.isEmpty { report.threads?[index].registers = registers }
    }
  }

  /// `{"x":[{"value":0},…],"lr":{"value":6988750060},"flavor":"ARM_THREAD_STATE64",…}`
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
        // The general registers of ARM: x0…x28, r0…r12.
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
      case UInt8(ascii: "{"):
        if let register = readRegister(cursor.string(key, limit: 16)) { registers.append(register) }
      default: cursor.skipValue()
      }
    }
    return registers
  }

  private mutating func readRegister(_ name: String) -> CrashReport.Register? {
    var value: UInt64?
    var selector: String?
    var description: String?
    var symbol: String?
    var location: UInt64?
    readObject { decoder, key in
      switch key {
      case .value: value = decoder.cursor.readUInt64()
      case .selector: selector = decoder.cursor.readNonEmpty(limit: 1024)
      case .description: description = decoder.cursor.readNonEmpty(limit: 1024)?.trimmedOfSpace
      case .symbol: symbol = decoder.cursor.readNonEmpty(limit: 1024)
      case .symbolLocation: location = decoder.cursor.readUInt64()
      default: return false
      }
      return true
    }
    guard let value else { return nil }
    let place = symbol.map { $0 + (location.map { " + \($0)" } ?? "") }
    return CrashReport.Register(
      name: name, value: value, note: selector.map { "objc-selector \($0)" } ?? description ?? place)
  }
}
