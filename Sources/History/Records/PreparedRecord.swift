import CrashReports
internal import Foundation
package import Signatures
internal import Vocabulary

/// A record with everything that storing needs and that can be worked out without the database: many threads prepare,
/// one writes.
package struct PreparedRecord: Sendable {
  /// The record that was prepared, unchanged.
  package let record: ReportRecord
  let stack: PreparedStack
  /// The facts of each finding, in the order of the record's findings.
  let facts: [PreparedText]
  /// Digest of the record's evidence.
  let evidence: ContentDigest?
  let time: TimeParts

  /// The signature of the record's stack.
  package var signature: Signature { stack.signature }
}

/// A stack as it is stored, with the keys made of it.
struct PreparedStack: Sendable {
  var signature: Signature
  var strict: String
  var key: String
  var coarse: String
  /// The signature's input.
  var text: String
  /// Of the text and the keys: the user's lists take part in the keys, so that the same stack read with other lists is
  /// another row.
  var digest: ContentDigest

  init(_ input: SignatureInput, _ rules: ImageRules) {
    let text = input.encoded
    signature = Signature(input, rules: rules)
    strict = signature.key(.strict)
    key = signature.key(.default)
    coarse = signature.key(.coarse)
    self.text = text
    digest = ContentDigest(Array((text + "\n" + strict + key + coarse).utf8))
  }
}

/// A text and its digest.
struct PreparedText: Sendable {
  var text: String
  var digest: ContentDigest

  init(_ text: String) {
    self.text = text
    digest = ContentDigest(Array(text.utf8))
  }
}

/// The first 16 bytes of a SHA-256: enough that two different texts of ours never meet.
struct ContentDigest: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  init(_ bytes: [UInt8]) {
    let digest = SHA256.digest(of: bytes).bytes
    high = digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = digest.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// As it is stored.
  var data: Data {
    var bytes = (high.bigEndian, low.bigEndian)
    return withUnsafeBytes(of: &bytes) { Data($0) }
  }
}

/// Prepares records by one history's rules. Stacks that come again are read once: of many reports most are alike.
package final class RecordPreparer: Sendable {
  private struct Cache {
    var stacks: [SignatureInput: PreparedStack] = [:]
    /// Of the texts of all stacks.
    var bytes = 0
  }

  private let rules: ImageRules
  /// Not `Mutex`: its slow path on Linux is in a library that ThreadSanitizer does not see into, which then reports
  /// races where there are none.
  private let lock = NSLock()
  private nonisolated(unsafe) var cache = Cache()

  /// Bytes of text for which stacks are kept; most have some 2 KB.
  private static let maxCachedBytes = 2_000_000

  /// Creates a preparer that makes keys by `rules`.
  package init(_ rules: HistoryRules) { self.rules = rules.signatures }

  /// Works out everything that storing `record` needs; safe to call from several threads.
  package func prepare(_ record: ReportRecord) -> PreparedRecord {
    PreparedRecord(
      record: record, stack: stack(record.signatureInput),
      facts: record.findings.map { PreparedText(FindingFacts.encoded($0)) },
      evidence: record.evidence.map { ContentDigest($0) },
      time: TimeParts(record.crashed, record.crashedAt))
  }

  func stack(_ input: SignatureInput) -> PreparedStack {
    if let stack = lock.withLock({ cache.stacks[input] }) { return stack }
    let stack = PreparedStack(input, rules)
    lock.withLock {
      if cache.bytes > Self.maxCachedBytes { cache = Cache() }
      cache.bytes += stack.text.utf8.count
      cache.stacks[input] = stack
    }
    return stack
  }
}
