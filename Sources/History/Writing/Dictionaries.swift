internal import Foundation
internal import GRDB
internal import Signatures

/// The tables of rows that many reports share: texts, facts, stacks and evidence. Ids are cached for the transaction.
final class Dictionaries {
  private let statements: Statements
  private var names: [String: Int64] = [:]
  private var facts: [ContentDigest: Int64] = [:]
  private var stacks: [ContentDigest: Int64] = [:]
  private var evidence: [ContentDigest: Int64] = [:]

  init(_ statements: Statements) { self.statements = statements }

  /// Returns the id of a text, which is added if it is not stored; 0 for `nil`.
  func name(_ text: String?) throws -> Int64 {
    if let id = try storedID(text) { return id }
    guard let text else { return 0 }
    try statements.run("INSERT INTO name (text) VALUES (?)", [text])
    let id = statements.database.lastInsertedRowID
    names[text] = id
    return id
  }

  /// Returns the id of a stored text; 0 for a `nil` text, `nil` if the text is not stored.
  func storedID(_ text: String?) throws -> Int64? {
    guard let text else { return 0 }
    if let id = names[text] { return id }
    let id = try statements.number("SELECT id FROM name WHERE text = ?") { $0.add(text) }
    names[text] = id
    return id
  }

  /// Returns a stored text; `nil` for 0.
  func text(_ id: Int64) throws -> String? {
    try statements.row("SELECT text FROM name WHERE id = ?", [id])?[checked: 0]
  }

  /// Returns the id of the facts of a finding, which are added if they are not stored.
  func facts(_ text: PreparedText) throws -> Int64 {
    if let id = try storedID(text) { return id }
    try statements.run("INSERT INTO facts (digest, text) VALUES (?, ?)", [text.digest.data, text.text])
    let id = statements.database.lastInsertedRowID
    facts[text.digest] = id
    return id
  }

  /// Returns the id of the facts of a finding; `nil` if they are not stored.
  func storedID(_ text: PreparedText) throws -> Int64? {
    if let id = facts[text.digest] { return id }
    let id = try statements.number("SELECT id FROM facts WHERE digest = ?") { $0.add(text.digest) }
    facts[text.digest] = id
    return id
  }

  func stack(_ stack: PreparedStack) throws -> Int64 {
    if let id = try storedID(stack) { return id }
    let signature = stack.signature
    try statements.run(
      """
      INSERT INTO stack (digest, input, signature_version, strict, default_key, coarse, provisional)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        stack.digest.data, stack.text, signature.version, stack.strict, stack.key, stack.coarse,
        signature.isProvisional,
      ])
    let id = statements.database.lastInsertedRowID
    stacks[stack.digest] = id
    return id
  }

  /// Returns the id of a stack; `nil` if it is not stored.
  func storedID(_ stack: PreparedStack) throws -> Int64? {
    if let id = stacks[stack.digest] { return id }
    let id = try statements.number("SELECT id FROM stack WHERE digest = ?") { $0.add(stack.digest) }
    stacks[stack.digest] = id
    return id
  }

  func evidence(_ bytes: [UInt8], _ digest: ContentDigest) throws -> Int64 {
    if let id = try storedEvidenceID(digest) { return id }
    try statements.run("INSERT INTO evidence (digest, bytes) VALUES (?, ?)", [digest.data, Data(bytes)])
    let id = statements.database.lastInsertedRowID
    evidence[digest] = id
    return id
  }

  /// Returns the id of evidence; `nil` if it is not stored.
  func storedEvidenceID(_ digest: ContentDigest) throws -> Int64? {
    if let id = evidence[digest] { return id }
    let id = try statements.number("SELECT id FROM evidence WHERE digest = ?") { $0.add(digest) }
    evidence[digest] = id
    return id
  }
}
