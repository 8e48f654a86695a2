import Signatures

/// The signature of a failure, which is equal for reports of the same failure in other builds, machines and formats.
///
/// Equal strict keys imply equal keys, and these equal coarse keys.
public struct Signature: Hashable, Sendable {
  private let stored: Boxed<Signatures.Signature>
  private var signature: Signatures.Signature { stored.value }

  init(_ signature: Signatures.Signature) { stored = Boxed(signature) }

  /// The version of the algorithm. Keys of different versions cannot be compared.
  public var version: Int { signature.version }
  /// The kind of failure, such as `trap` or `exception:NSRangeException`.
  public var kind: String { signature.kind }
  /// The title of the issue, in one line.
  public var title: String { signature.title }
  /// The key of the issue, from the first three significant frames: 12 hexadecimal digits.
  public var key: String { signature.key(.default) }
  /// The key of the variant, from the first 40 significant frames.
  public var strictKey: String { signature.key(.strict) }
  /// The key of related issues, from the first significant frame.
  public var coarseKey: String { signature.key(.coarse) }
  /// True if a significant frame has no name yet: symbols will change the keys.
  public var isProvisional: Bool { signature.isProvisional }
}
