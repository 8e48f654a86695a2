import Signatures

/// What makes a report's failure equal to that of other reports, of other builds, machines and formats.
///
/// Equal strict keys imply equal keys, and these equal coarse keys.
public struct Signature: Hashable, Sendable {
  private let signature: Signatures.Signature

  init(_ signature: Signatures.Signature) { self.signature = signature }

  /// Version of the algorithm; keys of different versions are not comparable.
  public var version: Int { signature.version }
  /// The sort of failure, as `trap` or `exception:NSRangeException`.
  public var kind: String { signature.kind }
  /// For people, in one line.
  public var title: String { signature.title }
  /// Of the issue, over the first three frames that count: 12 hexadecimal digits.
  public var key: String { signature.key(.default) }
  /// Of the variant, over the first 40 frames that count.
  public var strictKey: String { signature.key(.strict) }
  /// Of related issues, over the first frame that counts.
  public var coarseKey: String { signature.key(.coarse) }
  /// True if a frame that counts has no name yet: with symbols the keys will be others.
  public var isProvisional: Bool { signature.isProvisional }
}
