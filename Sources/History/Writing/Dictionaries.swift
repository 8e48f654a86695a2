internal import Foundation
internal import GRDB
internal import Signatures
internal import Vocabulary

/// Rows that many reports share: texts, stacks, evidence. What was found or added once is remembered for the
/// transaction.
final class Dictionaries {
  private let statements: Statements
  private var names: [String: Int64] = [:]
  private var said: [String: Int64] = [:]
  private var stacks: [SignatureInput: Stack] = [:]
  private var signatures: [SignatureInput: Signature] = [:]
  private var evidence: [[UInt8]: Int64] = [:]

  /// A stored stack and what is made of it.
  struct Stack {
    var id: Int64
    var signature: Signature
    var strict: String
    var key: String
    var coarse: String
  }

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
  func said(_ text: String) throws -> Int64 {
    if let id = said[text] { return id }
    let digest = Self.digest(Array(text.utf8))
    let id: Int64
    if let found = try statements.number("SELECT id FROM said WHERE digest = ?", [digest]) {
      id = found
    } else {
      try statements.run("INSERT INTO said (digest, text) VALUES (?, ?)", [digest, text])
      id = statements.database.lastInsertedRowID
    }
    said[text] = id
    return id
  }

  /// The signature of a stack, whether stored or not.
  func signature(_ input: SignatureInput, _ rules: SignatureRules) -> Signature {
    if let signature = signatures[input] { return signature }
    let signature = Signature(input, rules: rules)
    signatures[input] = signature
    return signature
  }

  func stack(_ input: SignatureInput, _ rules: SignatureRules) throws -> Stack {
    if let stack = stacks[input] { return stack }
    let signature = signature(input, rules)
    let (strict, key, coarse) = (signature.key(.strict), signature.key(.default), signature.key(.coarse))
    let text = input.encoded
    // The user's lists take part in the keys: the same stack read with other lists is another row.
    let digest = Self.digest(Array((text + "\n" + strict + key + coarse).utf8))
    let id: Int64
    if let found = try statements.number("SELECT id FROM stack WHERE digest = ?", [digest]) {
      id = found
    } else {
      try statements.run(
        """
        INSERT INTO stack (digest, input, signature_version, strict, default_key, coarse, provisional)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """, [digest, text, signature.version, strict, key, coarse, signature.isProvisional])
      id = statements.database.lastInsertedRowID
    }
    let stack = Stack(id: id, signature: signature, strict: strict, key: key, coarse: coarse)
    stacks[input] = stack
    return stack
  }

  func evidence(_ bytes: [UInt8]?) throws -> Int64? {
    guard let bytes else { return nil }
    if let id = evidence[bytes] { return id }
    let digest = Self.digest(bytes)
    let id: Int64
    if let found = try statements.number("SELECT id FROM evidence WHERE digest = ?", [digest]) {
      id = found
    } else {
      try statements.run("INSERT INTO evidence (digest, bytes) VALUES (?, ?)", [digest, Data(bytes)])
      id = statements.database.lastInsertedRowID
    }
    evidence[bytes] = id
    return id
  }

  /// 16 bytes of SHA-256: enough that two different texts of ours never meet.
  private static func digest(_ bytes: [UInt8]) -> Data { Data(SHA256.digest(of: bytes).bytes.prefix(16)) }
}
