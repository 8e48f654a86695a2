import Bytes
import CrashReports
import Vocabulary

/// A memory access that failed, according to exception, registers and memory region of the report.
package struct MemoryFault: Sendable {
  /// The kind of an access.
  enum Access: String, Sendable {
    case read, write
    /// The processor fetched an instruction.
    case execute
  }

  /// The accessed address; `nil` if the report does not state it.
  let address: UInt64?
  /// What the address shows; `nil` if it is unknown and no register shows it either.
  let value: PointerValue?
  /// The kind of the access; `nil` if the report does not state it.
  let access: Access?
  /// The register that states the kind of the access, as text for a citation; `nil` if it follows from other facts.
  let accessSource: String?
  /// True if the address is mapped, but not for this kind of access; `nil` if the report does not state it.
  let isProtected: Bool?
  /// True for an address that is not canonical, which Intel processors do not record (EXC_I386_GPFLT).
  let isGeneralProtection: Bool
  /// The memory region of the address; `nil` if it is in no region, or the report does not state it.
  let region: MemoryRegion?
  /// The registers of the crashed thread.
  let registers: RegisterFile
  /// True if the process had 64-bit addresses.
  let is64Bit: Bool

  /// Reads the fault of a report; `nil` unless the processor refused an access to memory, and nothing states why.
  init?(_ report: CrashReport) {
    guard let exception = report.exception, Self.isAccess(exception) else { return nil }
    let thread = report.crashedThread
    let registers = RegisterFile(thread)
    self.registers = registers
    let syndrome = registers["esr"].flatMap(FaultSyndrome.init)
    let counter = registers["pc"] ?? registers["rip"] ?? registers["eip"]
    let isExplained = Self.isExplained(report, registers, isFetch: syndrome?.isMisalignedFetch == true)
    guard !isExplained || Self.isJumpToNull(exception, registers, thread) else { return nil }
    // Some writers state i386 for a 64-bit process, and excerpts state no architecture.
    let hasLongAddress = thread?.frames.prefix(64).contains { $0.address.map { $0.value > 0xFFFF_FFFF } ?? false }
    let isLong = exception.faultAddress.map { $0.value > 0xFFFF_FFFF } ?? false
    is64Bit =
      isLong || hasLongAddress == true || report.host.architecture.map { !Self.short.contains($0) } ?? false
    let words = [exception.subtype, exception.codesText, exception.type].compactMap { $0 }
    isGeneralProtection =
      registers["trap"] == 13 || words.contains { $0.containsBytes("GPFLT") || $0.containsBytes("SEGV_NOOP") }
      || (exception.codes?.first == 13 && report.host.architecture?.hasPrefix("arm") != true)
    // A program counter that is not canonical was jumped to; other addresses that are not canonical are not recorded.
    var target: UInt64?
    if isGeneralProtection, let counter, PointerValue.isOutside(counter) { target = counter }
    address =
      syndrome?.isMisalignedFetch == true ? counter : isGeneralProtection ? target : exception.faultAddress?.value
    let pageFault = registers["trap"] == 14 ? registers["err"] : nil
    if let syndrome {
      access = syndrome.access
      accessSource = "esr \((registers["esr"] ?? 0).hexadecimal)"
    } else if target != nil {
      access = .execute
      accessSource = nil
    } else if let pageFault, !isGeneralProtection {
      // Intel, Software Developer's Manual, volume 3, 4.7: bit 1 is a write, bit 4 an instruction fetch.
      access = pageFault & 0x10 != 0 ? .execute : pageFault & 2 != 0 ? .write : .read
      accessSource = "err \(pageFault.hexadecimal)"
    } else {
      access = Self.isAtProgramCounter(address, registers, thread) ? .execute : nil
      accessSource = nil
    }
    region = exception.region.flatMap(MemoryRegion.init)
    if words.contains(where: { $0.containsBytes("KERN_PROTECTION_FAILURE") }) || exception.codes?.first == 2
      || syndrome?.isPermission == true
    {
      isProtected = true
    } else if words.contains(where: { $0.containsBytes("KERN_INVALID_ADDRESS") }) || exception.codes?.first == 1 {
      isProtected = false
    } else {
      isProtected = nil
    }
    if let address {
      value = PointerValue(address, registers: registers, is64Bit: is64Bit)
    } else if isGeneralProtection {
      let fill = Self.general.lazy.compactMap { registers[$0].flatMap(FillValue.init(exactly:)) }.first
      value = fill.map { .fill($0) } ?? .outside
    } else {
      value = nil
    }
  }

  /// The offset from NULL; `nil` for other addresses.
  var nullOffset: UInt64? {
    if case .null(let offset) = value { return offset }
    return nil
  }

  private static let short: Set<String> = ["i386", "arm", "armv6", "armv7", "armv7s", "armv7k", "arm64_32", "ppc"]
  /// The registers of Intel processors that may contain a pointer.
  private static let general: [StaticString] = [
    "rax", "rbx", "rcx", "rdx", "rdi", "rsi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
  ]

  /// The first register for pointers that contains text, if the processor did not record the address: probably the pointer.
  var registerWithText: (name: String, text: String)? {
    guard isGeneralProtection, address == nil, value == .outside else { return nil }
    for name in Self.general {
      if let text = registers[name].flatMap(PointerValue.wholeText) { return ("\(name)", text) }
    }
    return nil
  }

  private static func isAccess(_ exception: CrashReport.Exception) -> Bool {
    let signals = ["SIGSEGV", "SIGBUS"]
    guard let type = exception.type else { return exception.signal.map(signals.contains) ?? false }
    return type == "EXC_BAD_ACCESS" || signals.contains(type)
  }

  /// Returns whether the exception of a report has a reason of its own.
  private static func isExplained(_ report: CrashReport, _ registers: RegisterFile, isFetch: Bool) -> Bool {
    guard let exception = report.exception else { return false }
    // The kernel writes its note about signatures for any pointer whose upper bits are set, so for text, too.
    let isText = exception.faultAddress.map { PointerValue.isText($0.value, registers) } ?? false
    return isExplained(
      exception, report.termination, isUnsigned: report.faultsInUnsignedCode || isText, isFetch: isFetch)
  }

  /// Returns whether the exception has a reason of its own: a code signature, a pointer's signature, a memory tag, a
  /// misaligned address, or memory that could not be read from its file.
  ///
  /// - Parameters:
  ///   - isUnsigned: True for a pointer that has no signature, so that a note about one explains nothing.
  ///   - isFetch: True if an instruction was fetched from a misaligned address: a jump, and not misaligned data.
  private static func isExplained(
    _ exception: CrashReport.Exception, _ termination: CrashReport.Termination?, isUnsigned: Bool, isFetch: Bool
  ) -> Bool {
    let namespaces = ["CODESIGNING", "PAC_EXCEPTION"]
    if let namespace = termination?.namespace, namespaces.contains(namespace) { return true }
    let isSigned = !isUnsigned
    let fields = [exception.type, exception.signal, exception.codesText, exception.subtype, exception.message]
      .compactMap { $0 }
    var grams = GramSet()
    for field in fields { grams.insert(field) }
    return reasons.contains { reason in
      (isSigned || reason.text != pointerNote) && !(isFetch && alignment.contains(reason.text))
        && grams.mayContain(reason.grams)
        && fields.contains { $0.containsBytes(ignoringCase: reason.text) }
    }
  }

  private static let pointerNote = "pointer authentication"
  private static let alignment = ["adraln", "_align"]
  private static let reasons = [
    "codesigning", "code signature", "sigkill", "unknown_0x32", pointerNote, "pac_fail", "mte_tag",
    "tag check", "kern_memory_error", alignment[0], alignment[1],
  ].map { (text: $0, grams: GramSet.grams(of: $0.utf8)) }

  /// Returns whether the processor fetched an instruction from the first page. Nothing is mapped there, so there is no page with a
  /// signature: the kernel reports an invalid page nevertheless.
  private static func isJumpToNull(
    _ exception: CrashReport.Exception, _ registers: RegisterFile, _ thread: CrashReport.Thread?
  ) -> Bool {
    guard let address = exception.faultAddress?.value, address < firstPage else { return false }
    let isUnmapped =
      exception.codes?.first == 1
      || [exception.subtype, exception.codesText].contains { $0?.containsBytes("KERN_INVALID_ADDRESS") == true }
    return isUnmapped && isAtProgramCounter(address, registers, thread)
  }

  /// The size of the smallest page, in bytes.
  private static let firstPage: UInt64 = 4096

  private static func isAtProgramCounter(
    _ address: UInt64?, _ registers: RegisterFile, _ thread: CrashReport.Thread?
  ) -> Bool {
    guard let address else { return false }
    if let counter = registers["pc"] ?? registers["rip"] ?? registers["eip"] { return counter == address }
    // Without registers, the innermost frame has the address of the instruction. NULL alone may mean that it is unknown.
    guard let frame = thread?.frames.first, frame.image == nil, frame.address?.value == address else { return false }
    return address > 0 || thread.map { $0.frames.count > 1 } ?? false
  }
}

/// The registers of a thread by name, in any case of letters. Evidence asks for few of them, so they are searched.
struct RegisterFile: Sendable {
  private let registers: ArraySlice<CrashReport.Register>
  /// The maximum number of registers; processors have fewer.
  private static let maxCount = 96

  /// The registers of `thread`; none if the report does not state them.
  init(_ thread: CrashReport.Thread?) { registers = (thread?.registers ?? []).prefix(Self.maxCount) }

  /// The value of the register `name`, which is in lower case; that of the last one if the report repeats it, and `nil`
  /// if it does not state it.
  subscript(name: StaticString) -> UInt64? { registers.last { $0.name.isEqual(ignoringCase: name) }?.value }

  /// Returns the registers with such values, sorted by name in lower case; of those that the report repeats the last.
  func filter(_ accepts: (UInt64) -> Bool) -> [(name: String, value: UInt64)] {
    var found: [(name: String, value: UInt64)] = []
    for (index, register) in registers.enumerated() where accepts(register.value) {
      let name = register.name.lowercased()
      if registers.dropFirst(index + 1).contains(where: { $0.name.lowercased() == name }) { continue }
      found.append((name, register.value))
    }
    return found.sorted { $0.name < $1.name }
  }
}

extension RegisterFile: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral registers: (String, UInt64)...) {
    self.registers = registers.map { CrashReport.Register(name: $0, value: $1) }[...]
  }
}

extension String {
  fileprivate func isEqual(ignoringCase name: StaticString) -> Bool {
    var text = self
    return name.withUTF8Buffer { name in
      text.withUTF8 { $0.count == name.count && $0.hasBytes(ignoringCase: name, at: 0) }
    }
  }
}

/// The exception syndrome register of an ARM processor (Arm Architecture Reference Manual, `ESR_EL1`).
struct FaultSyndrome: Sendable {
  /// The kind of the access.
  let access: MemoryFault.Access
  /// True if the address is mapped, but not for this access.
  let isPermission: Bool
  /// True if an instruction was fetched from an address that is not a multiple of 4: a PC alignment fault.
  let isMisalignedFetch: Bool

  /// Reads the register; `nil` if the exception is not an access to memory.
  init?(_ value: UInt64) {
    let kind = (value >> 26) & 0x3F
    isMisalignedFetch = kind == 0x22
    switch kind {
    case 0x20, 0x21, 0x22: access = .execute
    case 0x24, 0x25:
      // WnR is also set for instructions that maintain caches (CM).
      access = value & 0x40 != 0 && value & 0x100 == 0 ? .write : .read
    default: return nil
    }
    isPermission = !isMisalignedFetch && (0x0C...0x0F).contains(value & 0x3F)
  }
}

/// A row of a report's table of memory regions: `__TEXT  18ea93000-18ead9000  [ 280K] r--/rwx SM=COW  …/AppleJPEG`.
struct MemoryRegion: Sendable {
  /// The type, such as `__DATA_CONST` or `MALLOC guard page`.
  let type: String
  /// The protection at the time of the fault, such as `r-x`.
  let protection: String

  /// Parses a row; `nil` if it states no protection.
  init?(_ row: String) {
    var type: [Substring] = []
    var protection: Substring?
    var isType = true
    for word in row.split(separator: " ", maxSplits: 24) {
      if Self.isProtection(word) {
        protection = word.prefix(3)
        break
      }
      // The type ends at the range of addresses.
      if word.contains("-"), word.contains(where: \.isNumber) || word == "-" { isType = false }
      if isType { type.append(word) }
    }
    guard let protection else { return nil }
    self.type = type.joined(separator: " ")
    self.protection = String(protection)
  }

  private static func isProtection(_ word: Substring) -> Bool {
    let bytes = Array(word.utf8)
    return bytes.count == 7 && bytes[3] == UInt8(ascii: "/") && bytes.allSatisfy("rwx-/".utf8.contains)
  }

  /// True for a page that borders a stack.
  var isStackGuard: Bool { type.containsBytes(ignoringCase: "stack guard") }
  /// True for a page that borders a block of malloc.
  var isMallocGuard: Bool { type.containsBytes(ignoringCase: "malloc guard") }
  /// True if the memory may be read, but not written.
  var isReadOnly: Bool { protection.hasPrefix("r-") }
  /// True if the memory may contain instructions.
  var isExecutable: Bool { protection.hasSuffix("x") }
}
