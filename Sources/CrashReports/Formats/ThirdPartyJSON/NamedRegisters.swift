extension JSONBodyDecoder {
  /// Appends the members of an object such as `{"x0":"0x1","pc":4521223853}`, at most 256 in all.
  mutating func readRegisters(into registers: inout [CrashReport.Register]) {
    guard cursor.enterObject() else { return }
    while let name = cursor.nextKey() {
      guard registers.count < 256 else {
        cursor.skipValue()
        continue
      }
      let text = cursor.string(name, limit: 16)
      if let value = cursor.readUInt64() { registers.append(CrashReport.Register(name: text, value: value)) }
    }
  }
}
