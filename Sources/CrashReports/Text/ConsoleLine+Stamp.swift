import Bytes

/// The columns of a console line.
struct StampedLine {
  var time: Slice
  var process: Slice
  var pid: Int?
  var message: Slice
}

extension ByteText {
  /// Reads the time stamp, process and message of a console line.
  ///
  /// `2017-09-27 14:09:22.355361+0800 MyApp[5459:70536] msg`, `3/25/16 2:34:50.494 PM Name[123]: msg`,
  /// `Mar 25 14:34:50 host Name[123]: msg`, and the rows of `log show`.
  func stampedLine(_ slice: Slice) -> StampedLine? {
    guard let (end, hasHostName) = timeStamp(slice) else { return nil }
    let time = Slice(slice.start, end)
    let rest = trimmed(Slice(end, slice.end))
    if hasPrefix("0x", rest) { return logRow(rest, time) }
    let window = Slice(rest.start, min(rest.end, rest.start + 96))
    if let open = first(UInt8(ascii: "["), window), open > rest.start, let (pid, after) = processNumber(open, rest.end)
    {
      var name = trimmed(Slice(rest.start, open))
      // A syslog line has the host name before the process.
      if hasHostName, let blank = first(0x20, name) { name = trimmed(Slice(blank, name.end)) }
      var message = Slice(after, rest.end)
      if hasPrefix(" <", message), let close = first(UInt8(ascii: ">"), message), close - message.start < 16 {
        message.start = close + 1
      }
      if self[message.start] == UInt8(ascii: ":") { message.start += 1 }
      return StampedLine(time: time, process: name, pid: pid, message: trimmed(message))
    }
    // Only rows of the Console app omit the process ID; elsewhere `word: text` is prose.
    guard first(UInt8(ascii: "/"), time) != nil,
      let colon = find(": ", Slice(rest.start, min(rest.end, rest.start + 96))),
      colon > rest.start
    else { return nil }
    return StampedLine(
      time: time, process: Slice(rest.start, colon), pid: nil, message: trimmed(Slice(colon + 2, rest.end)))
  }

  /// Parses `[5459:70536]` or `[123]`.
  private func processNumber(_ open: Int, _ end: Int) -> (pid: Int, after: Int)? {
    guard let close = first(UInt8(ascii: "]"), Slice(open, min(end, open + 32))) else { return nil }
    var digits = open + 1
    while digits < close, self[digits].isDigit { digits += 1 }
    guard let pid = integer(Slice(open + 1, digits)), digits == close || self[digits] == UInt8(ascii: ":") else {
      return nil
    }
    return (pid, close + 1)
  }

  /// Parses a row of `log show` after its time stamp:
  ///
  ///     0x3058     Info        0x0                  599    0    name: (Library) [subsystem:category] msg
  private func logRow(_ slice: Slice, _ time: Slice) -> StampedLine? {
    var rest = slice
    var pid: Int?
    for column in 0..<5 {
      let token = token(rest)
      if token.isEmpty { return nil }
      if column == 3 {
        pid = integer(token)
        if pid == nil { return nil }
      }
      rest.start = token.end
    }
    rest = trimmed(rest)
    guard let colon = find(": ", Slice(rest.start, min(rest.end, rest.start + 96))) else { return nil }
    return StampedLine(
      time: time, process: Slice(rest.start, colon), pid: pid, message: trimmed(Slice(colon + 2, rest.end)))
  }

  /// Returns the end of the time stamp at the start of `slice`, and whether a host name follows.
  private func timeStamp(_ slice: Slice) -> (end: Int, hasHostName: Bool)? {
    var index = slice.start
    if self[index].isLetter {
      // `Mar 25 14:34:50`
      guard slice.count > 16, self[index + 1].isLetter, self[index + 2].isLetter, self[index + 3] == 0x20
      else { return nil }
      index = skipBlanks(index + 3, slice.end)
      let day = digitsEnd(index, slice.end)
      guard day > index, day - index <= 2, let end = clock(skipBlanks(day, slice.end), slice.end) else { return nil }
      return (end, true)
    }
    guard self[index].isDigit else { return nil }
    for part in 0..<3 {
      let end = digitsEnd(index, slice.end)
      guard end > index, end - index <= 4 else { return nil }
      index = end
      if part < 2 {
        guard self[index] == UInt8(ascii: "-") || self[index] == UInt8(ascii: "/") || self[index] == UInt8(ascii: ".")
        else { return nil }
        index += 1
      }
    }
    guard self[index] == 0x20 || self[index] == UInt8(ascii: "T"), var end = clock(index + 1, slice.end) else {
      return nil
    }
    if self[end] == 0x20, self[end + 2] == UInt8(ascii: "M"),
      self[end + 1] == UInt8(ascii: "A") || self[end + 1] == UInt8(ascii: "P")
    {
      end += 3
    }
    return (end, false)
  }

  private func digitsEnd(_ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, self[index].isDigit { index += 1 }
    return index
  }

  /// Returns the end of a time such as `14:09:22.355361+0800`.
  private func clock(_ start: Int, _ end: Int) -> Int? {
    var index = start
    for part in 0..<3 {
      let next = digitsEnd(index, end)
      guard next > index, next - index <= 2 else { return nil }
      index = next
      if part < 2 {
        guard self[index] == UInt8(ascii: ":") else { return nil }
        index += 1
      }
    }
    if self[index] == UInt8(ascii: ".") || self[index] == UInt8(ascii: ",") { index = digitsEnd(index + 1, end) }
    if self[index] == UInt8(ascii: "+") || self[index] == UInt8(ascii: "-") {
      let zone = digitsEnd(index + 1, end)
      if zone - index == 5 { index = zone }
    } else if self[index] == UInt8(ascii: "Z") {
      index += 1
    }
    return index < end && self[index].isBlank ? index : nil
  }
}
