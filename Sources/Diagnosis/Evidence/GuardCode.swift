/// The first code of an EXC_GUARD exception: the guarded resource and the violation.
///
/// Bits 61 to 63 hold the type, bits 32 to 60 the flavor, bits 0 to 31 the target (XNU, `osfmk/kern/exc_guard.h`,
/// `bsd/sys/guarded.h`).
struct GuardCode: Equatable {
  var type: UInt8
  var flavor: UInt32
  var target: UInt32

  init(_ code: UInt64) {
    type = UInt8(truncatingIfNeeded: code >> 61)
    flavor = UInt32(truncatingIfNeeded: (code >> 32) & 0x1fff_ffff)
    target = UInt32(truncatingIfNeeded: code)
  }

  /// Type and flavor as one word, `1.64`; the type alone if its flavor does not matter.
  var violation: String { type == 6 ? "6" : "\(type).\(flavor)" }

  /// What was guarded, for users: the number of the port or descriptor, or of the namespace of a fault that a library
  /// reported; for a rejected call, its number, which is the second code. `nil` for other types.
  func targetText(second: UInt64?) -> String? {
    if type == 6 { return second.map { "(\(target == 1 ? "Mach trap" : "number") \($0))" } }
    return (1...3).contains(type) ? "\(target)" : nil
  }
}
