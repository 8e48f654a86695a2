import Bytes
import Foundation
import Pages
package import Platform
package import Vocabulary
import Workflow

/// A token of an app. The token itself is not stored, only its digest.
package struct ReceiverToken: Equatable, Sendable {
  /// The name that the user gave it: the app, or the machine that uses it.
  package var name: String
  /// The SHA-256 digest of the token's text. A token has 128 random bits, so that its digest needs no salt.
  var digest: SHA256Digest
  /// When it was created.
  package var created: Timestamp
  /// Whether it permits to send symbol files, and not reports.
  package var sendsSymbols = false

  /// Returns whether a name can be given to a token: 1 to 40 letters, digits, `.`, `_` and `-` of ASCII, the first of them
  /// a letter or a digit. It is part of the names of files.
  package static func isName(_ text: String) -> Bool {
    guard (1...40).contains(text.utf8.count), let first = text.utf8.first, isLetterOrDigit(first) else { return false }
    return text.utf8.allSatisfy { isLetterOrDigit($0) || "._-".utf8.contains($0) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}

/// The file with the tokens of a history, beside it. Only its owner may read or write it.
///
///     diagnose-tokens/1
///     DIGEST SECONDS NAME
///     DIGEST SECONDS NAME symbols
package struct TokenFile: Sendable {
  /// Why the tokens could not be read or changed.
  package enum Fault: Error, Equatable, Sendable {
    /// The file does not belong to the user, or other users may read or write it.
    case notPrivate
    /// A line is not that of a token.
    case damaged(line: Int)
    /// A token with this name exists.
    case exists
    /// Another process changes the file.
    case busy
    case system(SystemError)
  }

  /// The path of the file.
  package let path: FilePath

  private static let schema = "diagnose-tokens/1"
  private static let symbolsWord = "symbols"
  private static let maxSize = 1 << 20
  /// How long a change waits for another one, in milliseconds.
  private static let patience = 5_000

  /// The file of the history at a path.
  package init(history: String) { path = FilePath(history + ".tokens") }

  /// Returns the tokens in the order in which they were created; none if the file does not exist.
  package func tokens() throws(Fault) -> [ReceiverToken] {
    let file: FileDescriptor
    do throws(SystemError) { file = try FileDescriptor(opening: path, [.nonBlocking, .noFollow]) } catch {
      if error == .noSuchFile { return [] }
      throw .system(error)
    }
    defer { try? file.close() }
    let bytes: [UInt8]?
    do throws(SystemError) {
      let status = try file.status()
      guard status.kind == .regular, status.isOwnedByUser, status.permissions & 0o077 == 0 else {
        throw .notPermitted
      }
      bytes = try file.bytesToEnd(expecting: status.size, limit: Self.maxSize)
    } catch {
      throw error == .notPermitted ? .notPrivate : .system(error)
    }
    guard let bytes else { throw .damaged(line: 1) }
    return try Self.parse(bytes)
  }

  static func parse(_ bytes: [UInt8]) throws(Fault) -> [ReceiverToken] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    // The last line ends in a line break, too: a file that was cut is damaged.
    guard lines.popLast()?.isEmpty == true, lines.first?.elementsEqual(schema.utf8) == true else {
      throw .damaged(line: 1)
    }
    var tokens: [ReceiverToken] = []
    for (index, line) in lines.enumerated().dropFirst() {
      let fields = line.split(separator: 0x20, omittingEmptySubsequences: false).map { String(streamSafe: $0) }
      let sendsSymbols = fields.count == 4 && fields[3] == symbolsWord
      guard fields.count == 3 || sendsSymbols, let digest = digest(fields[0]), let seconds = Int(fields[1]),
        ReceiverToken.isName(fields[2]), !tokens.contains(where: { $0.name == fields[2] })
      else { throw .damaged(line: index + 1) }
      tokens.append(
        ReceiverToken(
          name: fields[2], digest: digest, created: Timestamp(seconds: seconds), sendsSymbols: sendsSymbols))
    }
    return tokens
  }

  private static func digest(_ text: String) -> SHA256Digest? {
    let digits = Array(text.utf8).compactMap(\.hexDigitValue)
    guard text.utf8.count == 64, digits.count == 64 else { return nil }
    return SHA256Digest(bytes: stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
  }

  static func text(_ tokens: [ReceiverToken]) -> String {
    schema + "\n"
      + tokens.map { token in
        let purpose = token.sendsSymbols ? " " + symbolsWord : ""
        return "\(token.digest.hexadecimal) \(token.created.seconds) \(token.name)\(purpose)\n"
      }.joined()
  }

  // MARK: Changes

  /// Creates a token and returns its text, which is not stored anywhere.
  ///
  /// - Parameter sendsSymbols: Whether it is for symbol files, and not for reports.
  package func add(_ name: String, now: Timestamp, sendsSymbols: Bool = false) throws(Fault) -> String {
    let token = AccessToken().text
    try change { (tokens) throws(Fault) in
      if tokens.contains(where: { $0.name == name }) { throw .exists }
      tokens.append(
        ReceiverToken(
          name: name, digest: SHA256.digest(of: Array(token.utf8)), created: now, sendsSymbols: sendsSymbols))
    }
    return token
  }

  /// Removes a token. Returns false if there is none with this name.
  package func revoke(_ name: String) throws(Fault) -> Bool {
    var isFound = false
    try change { (tokens) throws(Fault) in
      isFound = tokens.contains { $0.name == name }
      tokens.removeAll { $0.name == name }
    }
    return isFound
  }

  /// Replaces the file while no other process does.
  private func change(_ body: (inout [ReceiverToken]) throws(Fault) -> Void) throws(Fault) {
    let folder: FileDescriptor
    do throws(SystemError) {
      try PrivateFolder.create(path.parent)
      folder = try FileDescriptor(opening: path.parent, .folder)
    } catch { throw .system(error) }
    defer { try? folder.close() }
    try Self.lock(folder)
    defer { folder.unlock() }
    var tokens = try self.tokens()
    let before = tokens
    try body(&tokens)
    if tokens == before { return }
    do throws(SystemError) { try replace(Self.text(tokens), in: folder) } catch { throw .system(error) }
  }

  private static func lock(_ folder: FileDescriptor) throws(Fault) {
    let end = SystemClock.monotonicMilliseconds + patience
    while true {
      do throws(SystemError) { return try folder.lock() } catch {
        guard error == .wouldBlock else { throw .system(error) }
        guard SystemClock.monotonicMilliseconds < end else { throw .busy }
      }
      SystemClock.sleep(milliseconds: 20)
    }
  }

  private func replace(_ text: String, in folder: FileDescriptor) throws(SystemError) {
    let name = String(streamSafe: path.lastComponent)
    let temporary = ".\(name.prefix(bytes: 80)).\(UInt64.random(in: 0...UInt64.max).hexadecimal)"
    let file = try FileDescriptor(
      opening: temporary, in: folder, [.writeOnly, .create, .exclusive, .noFollow], mode: 0o600)
    do throws(SystemError) {
      do throws(SystemError) {
        try file.write(Array(text.utf8))
        try file.synchronize()
      } catch {
        try? file.close()
        throw error
      }
      try file.close()
      try folder.rename(temporary, to: name)
    } catch {
      try? folder.remove(temporary)
      throw error
    }
    try folder.synchronize()
  }
}

extension TokenFile.Fault {
  /// The message for the user, which completes "FILE: …".
  package var message: String {
    switch self {
    case .notPrivate: "other users can read or change it"
    case .damaged(let line): "line \(line) is damaged"
    case .exists: "a token with this name exists"
    case .busy: "another process is changing it"
    case .system(let error): StandardStreams.reason(error)
    }
  }
}

/// Folders that only their owner may use.
enum PrivateFolder {
  /// Creates a folder and those above it, unless they exist.
  static func create(_ path: FilePath) throws(SystemError) {
    if Files.exists(path) { return }
    let parent = path.parent
    if parent != path { try create(parent) }
    do throws(SystemError) { try Files.createFolder(path, mode: 0o700) } catch {
      // Another process was faster.
      if error != .fileExists { throw error }
    }
    try synchronize(parent)
  }

  /// Makes the names in a folder durable. A folder that only other users may list is synchronized by them.
  static func synchronize(_ path: FilePath) throws(SystemError) {
    let folder: FileDescriptor
    do throws(SystemError) { folder = try FileDescriptor(opening: path, .folder) } catch {
      if error == .permissionDenied { return }
      throw error
    }
    defer { try? folder.close() }
    try folder.synchronize()
  }
}
