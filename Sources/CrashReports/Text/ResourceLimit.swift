extension CrashReport {
  /// Reads limit and observed value from the message of an EXC_RESOURCE exception, and sets the kind to `resource`.
  ///
  /// `(Limit 50%) Observed 60% over 180 secs`, `(Limit 150/sec) Observed 206/sec over 300 secs`,
  /// `(Limit 1024 MB) Crossed High Water Mark`.
  ///
  /// Apple, `kern/exc_resource.h`: types CPU, WAKEUPS, MEMORY, IO, THREADS, PORTS. Without `NON-FATAL CONDITION` the
  /// report does not state whether the process continued.
  mutating func readResourceLimit() {
    guard let exception, exception.type == "EXC_RESOURCE" else { return }
    kind = .resource
    let line = lines[.exceptionMessage]
    add(.event, exception.subtype, line: lines[.exceptionSubtype])
    if exception.note?.contains("NON-FATAL") == true { add(.action, "none: non-fatal condition") }
    let message = exception.message ?? ""
    eventSummary = [exception.subtype, exception.message].compactMap { $0 }.joined(separator: " ")
    if eventSummary?.isEmpty == true { eventSummary = nil }
    Array(message.utf8).withUnsafeBufferPointer { bytes in
      let text = ByteText(bytes, limit: bytes.count)
      let all = Slice(0, bytes.count)
      var rest = all
      if let mark = text.find("Limit ", all), let close = text.first(UInt8(ascii: ")"), Slice(mark, all.end)) {
        consumeAmount(text, Slice(mark + 6, close), isLimit: true, line)
        rest = Slice(close + 1, all.end)
      }
      if let mark = text.find("Observed ", rest) {
        let over = text.find(" over ", Slice(mark, rest.end))
        consumeAmount(text, Slice(mark + 9, over ?? rest.end), isLimit: false, line)
        if let over {
          add(.observedDuration, Quantity.seconds(text, Slice(over + 6, rest.end)).map { .seconds($0) }, line: line)
        }
      }
    }
  }

  /// Adds the details for an amount such as `50%`, `150/sec`, `1024 MB` or `300`.
  private mutating func consumeAmount(_ text: ByteText, _ slice: Slice, isLimit: Bool, _ line: Int?) {
    add(isLimit ? .limit : .observed, text.value(slice), line: line)
    guard let (value, rest) = Quantity.number(text, slice) else { return }
    if text.hasPrefix("%", rest) {
      add(isLimit ? .limitPercent : .observedPercent, .percent(value), line: line)
    } else if text.hasPrefix("/sec", rest), !isLimit {
      add(.wakeupsPerSecond, Int(exactly: value.rounded()).map { .number($0) }, line: line)
    } else if let bytes = Quantity.bytes(text, slice, isDecimal: false) {
      add(isLimit ? .limitBytes : .observedBytes, .bytes(bytes), line: line)
    }
  }
}
