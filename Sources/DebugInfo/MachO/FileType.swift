/// The type of a Mach-O file: `filetype` of its header (`mach-o/loader.h`).
package enum FileType: Hashable, Sendable {
  /// `MH_OBJECT`: an object file, with one segment without a name, whose sections contain their segment names.
  case object
  /// `MH_EXECUTE`.
  case executable
  /// `MH_DYLIB`: also the binary of a framework.
  case dylib
  /// `MH_DYLINKER`.
  case dylinker
  /// `MH_BUNDLE`: a plug-in.
  case bundle
  /// `MH_DSYM`: the debug information of an image. Its other segments have addresses but no content.
  case dsym
  /// `MH_KEXT_BUNDLE`.
  case kext
  /// Any other type, with the number in the header.
  case other(UInt32)

  /// Creates a type from `filetype` of a Mach-O header. Numbers without a case become `other`.
  package init(_ value: UInt32) {
    self = Self.catalog.first { $0.value == value }?.type ?? .other(value)
  }

  private static let catalog: [(value: UInt32, type: FileType)] = [
    (1, .object), (2, .executable), (6, .dylib), (7, .dylinker), (8, .bundle), (10, .dsym), (11, .kext),
  ]
}
