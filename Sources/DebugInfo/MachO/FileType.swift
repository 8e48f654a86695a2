/// What a Mach-O file is: `filetype` of its header (`mach-o/loader.h`).
package enum FileType: Hashable, Sendable {
  /// `MH_OBJECT`: what a compiler wrote; one segment without a name, whose sections name theirs.
  case object
  /// `MH_EXECUTE`.
  case executable
  /// `MH_DYLIB`: also the binary of a framework.
  case dylib
  /// `MH_DYLINKER`.
  case dylinker
  /// `MH_BUNDLE`: a plug-in.
  case bundle
  /// `MH_DSYM`: debug information beside an image; its other segments have addresses and no content.
  case dsym
  /// `MH_KEXT_BUNDLE`.
  case kext
  /// Any other; the value is the header's.
  case other(UInt32)

  /// Creates a type from `filetype` of a Mach-O header; numbers without a case become `other`.
  package init(_ value: UInt32) {
    self = Self.catalog.first { $0.value == value }?.type ?? .other(value)
  }

  private static let catalog: [(value: UInt32, type: FileType)] = [
    (1, .object), (2, .executable), (6, .dylib), (7, .dylinker), (8, .bundle), (10, .dsym), (11, .kext),
  ]
}
