package import CrashReports

/// What the address of a failed memory access looks like, in the words of lists. It describes the address, not its cause.
package enum AddressClass: String, Sendable, CaseIterable {
  /// The address 0.
  case null = "NULL"
  /// An address in the first 16 KB.
  case nullOffset = "small offset from NULL"
  /// A value with which memory is filled.
  case fill = "fill pattern"
  /// Characters.
  case text = "text in the pointer"
  /// The low 32 bits of a pointer that a register contains.
  case truncated = "half of a pointer"
  /// A small negative number.
  case negative = "small negative number"
  /// An address below 4 GB in a 64-bit process.
  case small = "below 4 GB"
  /// An address that no process may use.
  case outside = "not canonical"
  /// A page that borders a stack.
  case stackGuard = "stack guard"
  /// Memory that may contain instructions.
  case code = "code"
  /// Memory that is mapped, but not for this access.
  case protected = "mapped, access not allowed"
  /// An address at which nothing is mapped.
  case unmapped = "unmapped"
  /// A possible address of which the report states nothing else.
  case other = "other"

  /// The class of the address that a report states; `nil` unless the processor refused an access to a stated address, and
  /// nothing else explains that, such as a code signature.
  package init?(_ report: CrashReport) {
    guard let fault = MemoryFault(report), let value = fault.value else { return nil }
    switch value {
    case .null(let offset): self = offset == 0 ? .null : .nullOffset
    case .fill: self = .fill
    case .text: self = .text
    case .truncated: self = .truncated
    case .negative: self = .negative
    case .small: self = .small
    case .outside: self = .outside
    case .plausible: self = Self.mapped(fault)
    }
  }

  private static func mapped(_ fault: MemoryFault) -> AddressClass {
    if fault.region?.isStackGuard == true { return .stackGuard }
    if fault.region?.isExecutable == true { return .code }
    return fault.isProtected.map { $0 ? .protected : .unmapped } ?? .other
  }
}
