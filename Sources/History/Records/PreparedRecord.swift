package import CrashReports
internal import Foundation
internal import Platform
package import Signatures
internal import Vocabulary

/// A record with all data for storing it that can be computed without the database. Many threads can prepare records
/// while one writes. A class, because copying so many fields would take longer than storing them.
package final class PreparedRecord: Sendable {
  /// The record, unchanged.
  package let record: ReportRecord
  let stack: PreparedStack
  /// The facts of each finding, in the order of the record's findings.
  let facts: [PreparedText]
  /// The digest of the record's evidence.
  let evidence: ContentDigest?
  let time: TimeParts
  /// The names in the report, which are not part of the record, because records leave the machine.
  let names: PrivateNames?

  init(
    record: ReportRecord, stack: PreparedStack, facts: [PreparedText], evidence: ContentDigest?, time: TimeParts,
    names: PrivateNames?
  ) {
    (self.record, self.stack, self.facts, self.evidence, self.time) = (record, stack, facts, evidence, time)
    self.names = names
  }

  /// The facts that decide of which report of the same incident this one is a form.
  package var occurrence: Occurrence { record.occurrence(key: stack.key) }

  /// The signature of the record's stack.
  package var signature: Signature { stack.signature }
}

/// A stack in its stored form, with its keys.
struct PreparedStack: Sendable {
  var signature: Signature
  var strict: String
  var key: String
  var coarse: String
  /// The signature's input.
  var text: String
  /// The digest of the text and the keys. The keys depend on the user's lists, so the same stack read with other lists
  /// is another row.
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

/// The first 16 bytes of a SHA-256 digest: long enough that different texts do not collide.
struct ContentDigest: Hashable, Sendable {
  private let high: UInt64
  private let low: UInt64

  init(_ bytes: [UInt8]) {
    let digest = SHA256.digest(of: bytes).bytes
    high = digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = digest.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The stored form.
  var data: Data {
    var bytes = (high.bigEndian, low.bigEndian)
    return withUnsafeBytes(of: &bytes) { Data($0) }
  }
}

/// Prepares records with the rules of one history. Repeated stacks are processed once, because most reports share their
/// stack with others.
package final class RecordPreparer: Sendable {
  private struct Cache {
    var stacks: [SignatureInput: PreparedStack] = [:]
    /// The size of the texts of all stacks, in bytes.
    var bytes = 0
  }

  private let rules: ImageRules
  private let cache = Guarded(Cache())

  /// The maximum size of the texts of cached stacks, in bytes. Most stacks have about 2 KB.
  private static let maxCachedBytes = 2_000_000

  /// Creates a preparer that computes keys with `rules`.
  package init(_ rules: HistoryRules) { self.rules = rules.signatures }

  /// Prepares `record` for storing, with the names in it, if they were learned. May be called from several threads.
  package func prepare(_ record: ReportRecord, names: PrivateNames? = nil) -> PreparedRecord {
    PreparedRecord(
      record: record, stack: stack(record.signatureInput),
      facts: record.findings.map { PreparedText(FindingFacts.encoded($0)) },
      evidence: record.evidence.map { ContentDigest($0) },
      time: TimeParts(record.crashed, record.crashedAt), names: names)
  }

  func stack(_ input: SignatureInput) -> PreparedStack {
    if let stack = cache.withLock({ $0.stacks[input] }) { return stack }
    let stack = PreparedStack(input, rules)
    cache.withLock { cache in
      if cache.bytes > Self.maxCachedBytes { cache = Cache() }
      cache.bytes += stack.text.utf8.count
      cache.stacks[input] = stack
    }
    return stack
  }
}
