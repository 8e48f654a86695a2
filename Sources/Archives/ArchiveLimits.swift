/// Limits on the resources that reading an archive may use.
///
/// Reports are text and compress to about a tenth. The limits stop a zip bomb long before it fills the memory.
package struct ArchiveLimits: Sendable {
  /// The maximum size of a delivered member in bytes.
  package var memberBytes = 64 << 20
  /// The maximum total size of the delivered members in bytes.
  package var totalBytes = 512 << 20
  /// The maximum number of inflated bytes, including skipped ones: to reach a member of a compressed tar archive, all
  /// members before it must be inflated.
  package var inflatedBytes = 4 << 30
  /// The maximum ratio of inflated to compressed bytes, checked above `ratioFree`. Deflate can reach 1032.
  package var ratio = 200
  /// The number of bytes that a stream may inflate to before `ratio` is checked: short runs of one byte are harmless.
  package var ratioFree = 1 << 20
  /// The maximum number of delivered members.
  package var members = 10_000
  /// The maximum number of entries, including skipped ones.
  package var entries = 200_000
  /// The maximum nesting of archives, gzip and zstd not counted.
  package var depth = 2
  /// The maximum nesting of archives, gzip and zstd included: a tar.gz in a zip has three layers.
  package var layers = 4
  /// The maximum size of the central directory of a zip archive in bytes.
  package var directoryBytes = 32 << 20

  /// Creates the limits that every command uses.
  package init() {}
}

/// The resources used so far, over all nested archives.
final class ArchiveBudget {
  let limits: ArchiveLimits
  private let sourceSize: Int
  private let isCanceled: () -> Bool
  private var inflated = 0
  private var delivered = 0
  private var members = 0
  private var entries = 0
  /// Set when a limit of the entire archive is exceeded; nothing more is read then.
  private(set) var exhausted: ArchiveFault?

  init(_ limits: ArchiveLimits, sourceSize: Int, isCanceled: @escaping () -> Bool) {
    self.limits = limits
    self.sourceSize = sourceSize
    self.isCanceled = isCanceled
  }

  func cancel() { exhausted = exhausted ?? .canceled }

  /// Counts bytes that were inflated, in any layer.
  func inflate(_ count: Int) throws(ArchiveFault) {
    inflated += count
    if inflated > limits.inflatedBytes {
      try exhaust("unpacks to more than \(Self.size(limits.inflatedBytes))")
    }
    // The ratios of nested layers multiply, although each layer may be within its own limit.
    if (inflated - 16 * limits.ratioFree) / limits.ratio > sourceSize {
      try exhaust("unpacks to more than \(limits.ratio) times its size")
    }
    if isCanceled() {
      cancel()
      throw .canceled
    }
  }

  func countDelivered(_ count: Int) throws(ArchiveFault) {
    delivered += count
    if delivered > limits.totalBytes { try exhaust("contains more than \(Self.size(limits.totalBytes)) of files") }
  }

  func countMember() throws(ArchiveFault) {
    members += 1
    if members > limits.members { try exhaust("contains more than \(limits.members) files") }
  }

  func countEntry() throws(ArchiveFault) {
    if let exhausted { throw exhausted }
    entries += 1
    if entries > limits.entries { try exhaust("contains more than \(limits.entries) entries") }
    if isCanceled() {
      cancel()
      throw .canceled
    }
  }

  private func exhaust(_ message: String) throws(ArchiveFault) {
    let fault = ArchiveFault(.tooLarge, message + "; the rest was not read")
    exhausted = exhausted ?? fault
    throw fault
  }

  static func size(_ bytes: Int) -> String {
    if bytes % (1 << 30) == 0 { return "\(bytes >> 30) GB" }
    return bytes % (1 << 20) == 0 ? "\(bytes >> 20) MB" : "\(bytes) bytes"
  }
}
