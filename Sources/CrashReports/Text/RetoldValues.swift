import Bytes

/// The label of a retold field, and the text after it.
struct RetoldLabel {
  /// The fields that the label may stand for; the form of the value decides.
  var labels: [HeaderLabel]
  var value: Slice
  /// Whether a colon, an equals sign, a cell border or a wide gap separates label and value.
  var isSeparated: Bool
}

/// The forms of labels and values of retold fields.
extension ByteText {
  /// Returns the label at the start of a retold field. Case, blanks, `_`, `-`, quotation marks and the marks of bold and
  /// code text are ignored.
  func retoldLabel(_ slice: Slice) -> RetoldLabel? {
    var slice = withoutDecoration(slice)
    while self[slice.start] == UInt8(ascii: "_"), !slice.isEmpty { slice.start += 1 }
    guard self[slice.start].isLetter || self[slice.start] >= 0x80 else { return nil }
    var hash: UInt64 = Self.emptyHash
    var single: RetoldLabel?
    var index = slice.start
    let limit = min(slice.end, slice.start + 40)
    var letters = 0
    while index < limit {
      let byte = self[index]
      if byte.isLetterOrDigit {
        hash = (hash ^ UInt64(byte.lowercased)) &* 0x100_0000_01b3
        letters += 1
      } else if let after = separatorEnd(index, slice.end) {
        guard letters > 0 else { return nil }
        let value = Slice(after, slice.end)
        if let labels = HeaderLabel.retoldTable[hash] {
          return RetoldLabel(labels: labels, value: value, isSeparated: true)
        }
        // The label may be in any language if the value can only be a Mach exception.
        return isMostlyForeign(Slice(slice.start, index)) && isMachException(word(withoutDecoration(value)))
          ? RetoldLabel(labels: [.exceptionType], value: value, isSeparated: false) : single
      } else if byte == 0x20 {
        if let labels = HeaderLabel.retoldTable[hash] {
          single = RetoldLabel(labels: labels, value: Slice(index + 1, slice.end), isSeparated: false)
        }
      } else if byte >= 0x80 {
        letters += 1
      } else if !isLabelMark(byte) {
        return single
      }
      index += 1
    }
    return single
  }

  private static let emptyHash: UInt64 = 0xcbf2_9ce4_8422_2325

  private func isLabelMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "`"),
      UInt8(ascii: "\""), UInt8(ascii: "'"):
      true
    default: false
    }
  }

  /// Returns the offset after the separator at `index`: `:`, `=`, `|`, a tab, two blanks, or U+FF1A.
  private func separatorEnd(_ index: Int, _ end: Int) -> Int? {
    switch self[index] {
    case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "|"), 0x09: return index + 1
    case 0x20:
      let next = skipBlanks(index, end)
      guard next - index > 1 else {
        return self[next] == UInt8(ascii: ":") || self[next] == UInt8(ascii: "=") || self[next] == UInt8(ascii: "|")
          ? next + 1 : nil
      }
      return self[next] == UInt8(ascii: ":") || self[next] == UInt8(ascii: "=") || self[next] == UInt8(ascii: "|")
        ? next + 1 : next
    case 0xef: return self[index + 1] == 0xbc && self[index + 2] == 0x9a ? index + 3 : nil
    default: return nil
    }
  }

  /// Removes the marks of lists, tables, bold and code text, quotation marks and separators from the start.
  func withoutDecoration(_ slice: Slice) -> Slice {
    var slice = trimmed(slice)
    while !slice.isEmpty {
      switch self[slice.start] {
      case UInt8(ascii: "*"), UInt8(ascii: "`"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "|"),
        UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "("),
        UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
        UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "."), 0x20, 0x09:
        slice.start += 1
      case UInt8(ascii: "-"), UInt8(ascii: "+"):
        // `-[CardView draw]` is a method.
        guard self[slice.start + 1] != UInt8(ascii: "[") else { return slice }
        slice.start += 1
      case 0xe2 where self[slice.start + 1] <= 0x9f: slice.start += 3  // Punctuation, arrows and symbols
      case 0xf0: slice.start += 4
      default: return slice
      }
    }
    return slice
  }

  /// Removes closing quotation marks and the marks of bold and code text from the end.
  func withoutClosingDecoration(_ slice: Slice) -> Slice {
    var slice = trimmed(slice)
    while !slice.isEmpty {
      switch self[slice.end - 1] {
      case UInt8(ascii: "*"), UInt8(ascii: "`"), UInt8(ascii: "\""), UInt8(ascii: "|"), UInt8(ascii: ","), 0x20:
        slice.end -= 1
      default: return slice
      }
    }
    return slice
  }

  /// Returns the identifier at the start of `slice`.
  func word(_ slice: Slice) -> Slice {
    var end = slice.start
    while end < slice.end, isIdentifier(self[end]) { end += 1 }
    return Slice(slice.start, end)
  }

  /// Returns the hexadecimal number with `0x`, or the decimal number, at the start of `slice`, and the offset after it.
  func leadingNumber(_ slice: Slice) -> (value: UInt64, end: Int)? {
    let word = word(slice)
    return number(word).map { ($0, word.end) }
  }

  /// Returns the offset of the parenthesis that closes the one before `slice`.
  func closingParenthesis(_ slice: Slice) -> Int? {
    var depth = 1
    for index in slice.start..<max(slice.start, slice.end) {
      if self[index] == UInt8(ascii: "(") { depth += 1 }
      if self[index] == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// Returns the end of a phrase: the closing quotation mark, a wide gap, a separator, or the end.
  func endOfPhrase(_ slice: Slice) -> Int {
    var index = slice.start
    while index < slice.end {
      switch self[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"), 0x09:
        return index
      case 0x20 where self[index + 1] == 0x20: return index
      default: index += 1
      }
    }
    return slice.end
  }

  func equals(_ slice: Slice, ignoringCase text: StaticString) -> Bool {
    slice.count == text.utf8CodeUnitCount && hasPrefix(ignoringCase: text, slice)
  }

  /// Returns whether `slice` is the name of a Mach exception (`mach/exception_types.h`).
  func isMachException(_ slice: Slice) -> Bool {
    guard hasPrefix("EXC_", slice) else { return false }
    for name: StaticString in [
      "EXC_BAD_ACCESS", "EXC_BAD_INSTRUCTION", "EXC_ARITHMETIC", "EXC_EMULATION", "EXC_SOFTWARE", "EXC_BREAKPOINT",
      "EXC_SYSCALL", "EXC_MACH_SYSCALL", "EXC_RPC_ALERT", "EXC_CRASH", "EXC_RESOURCE", "EXC_GUARD", "EXC_CORPSE_NOTIFY",
    ] where equals(slice, name) { return true }
    return false
  }

  /// Returns whether `slice` is the name of a signal that ends a process (`sys/signal.h`).
  func isSignal(_ slice: Slice) -> Bool {
    guard hasPrefix("SIG", slice) else { return false }
    for name: StaticString in [
      "SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGTRAP", "SIGKILL", "SIGFPE", "SIGSYS", "SIGTERM", "SIGQUIT",
      "SIGPIPE", "SIGXCPU", "SIGEMT", "SIGHUP", "SIGINT",
    ] where equals(slice, name) { return true }
    return false
  }

  /// Returns whether `slice` begins like the subtype of an exception.
  func isSubtype(_ slice: Slice) -> Bool {
    for prefix: StaticString in [
      "KERN_", "EXC_ARM_", "EXC_I386_", "SEGV_", "BUS_", "UNKNOWN_0x", "ILL_", "FPE_",
    ] where hasPrefix(prefix, slice) { return slice.count > prefix.utf8CodeUnitCount }
    return false
  }

  /// Returns whether `slice` is the class of a language exception: `NSRangeException`, `CALayerInvalidGeometry`.
  func isExceptionName(_ slice: Slice) -> Bool {
    guard slice.count >= 6, self[slice.start] &- 0x41 < 26 else { return false }
    return equals(slice, "CALayerInvalidGeometry") || hasPrefix("NS", slice) && hasSuffix("Exception", slice)
      || hasPrefix("UI", slice) && hasSuffix("Inconsistency", slice)
  }

  /// Returns whether `slice` is the namespace of a termination (XNU, `sys/reason.h`).
  func isNamespace(_ slice: Slice) -> Bool {
    guard slice.count >= 3, self[slice.start] &- 0x41 < 26 else { return false }
    for name: StaticString in [
      "SIGNAL", "JETSAM", "CODESIGNING", "HANGTRACER", "TEST", "DYLD", "LIBXPC", "OBJC", "EXEC", "SPRINGBOARD", "TCC",
      "REPORTCRASH", "COREANIMATION", "AGGREGATED", "RUNNINGBOARD", "SKYWALK", "SETTINGS", "LIBSYSTEM", "FOUNDATION",
      "WATCHDOG", "METAL", "WATCHKIT", "GUARD", "ANALYTICS", "SANDBOX", "SECURITY", "ENDPOINTSECURITY",
      "PAC_EXCEPTION", "BLUETOOTH_CHIP", "PORT_SPACE", "WEBKIT", "BACKLIGHTSERVICES", "MEDIA", "ROSETTA",
      "LIBIGNITION", "BOOTMOUNT", "REALITYKIT", "AUDIO", "FRONTBOARD", "BACKBOARD", "ASSERTIOND", "SWIFT", "SECINIT",
    ] where equals(slice, name) { return true }
    return false
  }

  /// Returns the cells of a table row with exactly two of them.
  func tableRow(_ slice: Slice) -> (label: Slice, value: Slice)? {
    guard self[slice.start] == UInt8(ascii: "|") else { return nil }
    var cells: [Slice] = []
    var start = slice.start + 1
    for index in start..<max(start, slice.end) where self[index] == UInt8(ascii: "|") {
      cells.append(trimmed(Slice(start, index)))
      start = index + 1
      if cells.count > 2 { return nil }
    }
    let last = trimmed(Slice(start, slice.end))
    if !last.isEmpty { cells.append(last) }
    return cells.count == 2 ? (cells[0], cells[1]) : nil
  }

  /// Returns whether a line is source code of a common language rather than a statement in words.
  func looksLikeCode(_ slice: Slice) -> Bool {
    switch self[slice.end - 1] {
    case UInt8(ascii: ";"): return true
    case UInt8(ascii: "{"): return self[slice.start] != UInt8(ascii: "{")
    default: break
    }
    for word: StaticString in [
      "let ", "var ", "func ", "case ", "return ", "if ", "else", "guard ", "switch ", "#define", "#include", "#import",
      "#if", "import ", "static ", "const ", "int ", "extern ", "enum ", "struct ", "class ", "typedef ", "throw ",
      "assert", "NSLog(", "print(", "printf(", "XCTAssert", "@\"", "export ", "def ", "elif ", "for ", "while ",
      "private ",
      "public ", "echo ", "grep ", "self.", "kill ", "trap ", "signal(", "sigaction",
    ] where hasPrefix(word, slice) { return true }
    for mark: StaticString in [" == ", " != ", " && ", " := ", "=> ", "\") ", " || "] where contains(mark, slice) {
      return true
    }
    return false
  }
}
