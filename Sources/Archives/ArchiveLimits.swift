/// How much an archive may cost. Reports are text and shrink to a tenth; an archive made to fill memory is stopped long
/// before it does.
package struct ArchiveLimits: Sendable {
  /// Largest member handed on.
  package var memberBytes = 64 << 20
  /// Largest sum of what is handed on.
  package var totalBytes = 512 << 20
  /// Most that is inflated, what is passed over included: a member of a tar is reached only through those before it.
  package var inflatedBytes = 4 << 30
  /// Most that one byte may become, once there is more than `ratioFree`. Deflate reaches 1032.
  package var ratio = 200
  /// Bytes that one stream may inflate to before `ratio` is checked: short runs of one byte are harmless.
  package var ratioFree = 1 << 20
  /// Most members handed on.
  package var members = 10_000
  /// Most entries looked at.
  package var entries = 200_000
  /// Archives within one another, gzip not counted.
  package var depth = 2
  /// The same with gzip: a tar.gz in a zip is three.
  package var layers = 4
  /// Largest directory of a zip archive.
  package var directoryBytes = 32 << 20

  /// Creates the limits that every command uses.
  package init() {}
}

/// What has been spent of the limits, over all archives within one another.
final class ArchiveBudget {
  let limits: ArchiveLimits
  private let sourceSize: Int
  private let isCancelled: () -> Bool
  private var inflated = 0
  private var handedOn = 0
  private var members = 0
  private var entries = 0
  /// Set once a limit of the whole archive is reached: nothing more is read.
  private(set) var exhausted: ArchiveFault?

  init(_ limits: ArchiveLimits, sourceSize: Int, isCancelled: @escaping () -> Bool) {
    self.limits = limits
    self.sourceSize = sourceSize
    self.isCancelled = isCancelled
  }

  func cancel() { exhausted = exhausted ?? .cancelled }

  /// Counts bytes that came out of a compressed stream, in whatever layer.
  func inflate(_ count: Int) throws(ArchiveFault) {
    inflated += count
    if inflated > limits.inflatedBytes {
      try exhaust("unpacks to more than \(Self.size(limits.inflatedBytes))")
    }
    // Layers multiply, and each may keep its own ratio.
    if (inflated - 16 * limits.ratioFree) / limits.ratio > sourceSize {
      try exhaust("unpacks to more than \(limits.ratio) times its size")
    }
    if isCancelled() {
      cancel()
      throw .cancelled
    }
  }

  func handOn(_ count: Int) throws(ArchiveFault) {
    handedOn += count
    if handedOn > limits.totalBytes { try exhaust("holds more than \(Self.size(limits.totalBytes)) of files") }
  }

  func countMember() throws(ArchiveFault) {
    members += 1
    if members > limits.members { try exhaust("holds more than \(limits.members) files") }
  }

  func countEntry() throws(ArchiveFault) {
    if let exhausted { throw exhausted }
    entries += 1
    if entries > limits.entries { try exhaust("holds more than \(limits.entries) entries") }
    if isCancelled() {
      cancel()
      throw .cancelled
    }
  }

  private func exhaust(_ words: String) throws(ArchiveFault) {
    let fault = ArchiveFault(.tooLarge, words + "; the rest was not read")
    exhausted = exhausted ?? fault
    throw fault
  }

  static func size(_ bytes: Int) -> String {
    if bytes % (1 << 30) == 0 { return "\(bytes >> 30) GB" }
    return bytes % (1 << 20) == 0 ? "\(bytes >> 20) MB" : "\(bytes) bytes"
  }
}
