internal import Foundation
internal import GRDB
internal import Signatures

/// Rows that many reports share: texts, stacks, evidence. What was found or added once is remembered for the
/// transaction.
final class Dictionaries {
  private let statements: Statements
  private var names: [String: Int64] = [:]
  private var said: [ContentDigest: Int64] = [:]
  private var stacks: [ContentDigest: Int64] = [:]
  private var evidence: [ContentDigest: Int64] = [:]

  init(_ statements: Statements) { self.statements = statements }

  /// Id of a text; 0 for none.
  func name(_ text: String?) throws -> Int64 {
    guard let text else { return 0 }
    if let id = names[text] { return id }
    let id: Int64
    if let found = try statements.number("SELECT id FROM name WHERE text = ?", [text]) {
      id = found
    } else {
      try statements.run("INSERT INTO name (text) VALUES (?)", [text])
      id = statements.database.lastInsertedRowID
    }
    names[text] = id
    return id
  }

  /// Id of what a finding says.
  func said(_ said: PreparedText) throws -> Int64 {
    if let id = self.said[said.digest] { return id }
    let digest = said.digest.data
    let id: Int64
    if let found = try statements.number("SELECT id FROM said WHERE digest = ?", [digest]) {
      id = found
    } else {
      try statements.run("INSERT INTO said (digest, text) VALUES (?, ?)", [digest, said.text])
      id = statements.database.lastInsertedRowID
    }
    self.said[said.digest] = id
    return id
  }

  func stack(_ stack: PreparedStack) throws -> Int64 {
    if let id = stacks[stack.digest] { return id }
    let digest = stack.digest.data
    let id: Int64
    if let found = try statements.number("SELECT id FROM stack WHERE digest = ?", [digest]) {
      id = found
    } else {
      let signature = stack.signature
      try statements.run(
        """
        INSERT INTO stack (digest, input, signature_version, strict, default_key, coarse, provisional)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [digest, stack.text, signature.version, stack.strict, stack.key, stack.coarse, signature.isProvisional])
      id = statements.database.lastInsertedRowID
    }
    stacks[stack.digest] = id
    return id
  }

  func evidence(_ bytes: [UInt8], _ digest: ContentDigest) throws -> Int64 {
    if let id = evidence[digest] { return id }
    let id: Int64
    if let found = try statements.number("SELECT id FROM evidence WHERE digest = ?", [digest.data]) {
      id = found
    } else {
      try statements.run("INSERT INTO evidence (digest, bytes) VALUES (?, ?)", [digest.data, Data(bytes)])
      id = statements.database.lastInsertedRowID
    }
    evidence[digest] = id
    return id
  }
}
