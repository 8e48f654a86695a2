/// The first code of an EXC_GUARD exception: what was guarded, and what was done to it.
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

  /// What was guarded, in words; `nil` for a type that no header names.
  var what: String? {
    switch type {
    case 1: "Mach port \(target)"
    case 2: "file descriptor \(target)"
    case 3: "an object of a framework"
    case 4: "a file"
    case 5: "a region of virtual memory"
    case 6: "a system call that the process gave up"
    default: nil
    }
  }

  /// What was done to it, in words.
  var deed: String? {
    switch type {
    case 1: Self.portFlavors[flavor]
    case 2: Self.descriptorFlavors[flavor]
    case 4: Self.fileFlavors[flavor]
    case 5: flavor == 1 ? "freed together with what it guards" : nil
    case 6: "made"
    default: nil
    }
  }

  private static let portFlavors: [UInt32: String] = [
    1: "destroyed", 2: "changed in its references", 3: "used with options that are not allowed",
    4: "given another context", 8: "used as if it were guarded, though it is not", 16: "used with a wrong guard",
    32: "moved, though it must stay", 64: "used for a reply other than the one expected",
    128: "used for a message that a filter refuses", 256: "used for a right that it does not have",
    512: "used though no such port exists", 1024: "used with a wrong value", 2048: "used with a wrong argument",
    4096: "inserted though the right exists", 8192: "used with no space left",
    16384: "used in a way the kernel refuses", 32768: "used beyond the kernel's resources",
    65536: "used for a reply that cannot be sent",
  ]
  private static let descriptorFlavors: [UInt32: String] = [
    1: "closed", 2: "duplicated", 4: "stripped of close-on-exec", 8: "sent through a socket", 16: "made into a port",
    32: "used with a wrong guard", 64: "written to",
  ]
  private static let fileFlavors: [UInt32: String] = [
    1: "replaced by a rename", 2: "renamed", 4: "deleted", 8: "written to by another process",
    16: "cut short by another process", 32: "linked", 64: "exchanged with another",
  ]
}
