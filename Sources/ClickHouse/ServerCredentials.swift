internal import Bytes
package import Platform
internal import Vocabulary

/// The password of a ClickHouse user. It is not printed: every textual form is `***`.
package struct ServerCredentials: Sendable {
  /// The password; any bytes except control characters.
  let bytes: [UInt8]

  /// The environment variable that contains the password.
  package static let passwordVariable = "DIAGNOSE_DATABASE_PASSWORD"
  /// The environment variable with the path of a file that contains the password.
  package static let fileVariable = "DIAGNOSE_DATABASE_PASSWORD_FILE"
  /// The maximum length in bytes.
  static let limit = 1_024

  /// Creates credentials from a password. Throws if it is too long or contains a control character.
  package init(password: [UInt8]) throws(ServerError) { try self.init(password, from: Self.passwordVariable) }

  private init(_ password: [UInt8], from source: String) throws(ServerError) {
    guard password.count <= Self.limit else {
      throw Self.invalid("\(source): the password is longer than \(Self.limit) bytes")
    }
    guard password.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw Self.invalid("\(source): the password contains a control character or a line break")
    }
    bytes = password
  }

  /// Returns the credentials of the environment; `nil` if neither variable is set. Throws if both are set, or if the
  /// file may be read by others.
  ///
  /// - Parameter variable: Returns the value of a variable; for tests.
  package static func fromEnvironment(
    _ variable: (String) -> [UInt8]? = ProcessEnvironment.value(of:)
  ) throws(ServerError) -> ServerCredentials? {
    let (password, file) = (variable(passwordVariable), variable(fileVariable))
    switch (password, file) {
    case (nil, nil): return nil
    case (.some, .some): throw invalid("\(passwordVariable) and \(fileVariable) are both set")
    case (.some(let password), nil): return try ServerCredentials(password: password)
    case (nil, .some(let path)): return try ServerCredentials(file: FilePath(bytes: path))
    }
  }

  /// Reads the password from a file; one line break at its end is removed.
  ///
  /// The file must be regular and belong to the user or to root, and group and others must have no permission for it.
  /// Links are followed, because secrets are often mounted that way; the checks apply to the file that was opened.
  package init(file path: FilePath) throws(ServerError) {
    try self.init(try Self.content(of: path, named: Self.fileVariable), from: Self.fileVariable)
  }

  /// Returns the secret in a file, without one line break at its end.
  ///
  /// The same checks apply as to the file of a password.
  ///
  /// - Parameter name: What names the file, for messages.
  package static func content(of path: FilePath, named name: String) throws(ServerError) -> [UInt8] {
    let file: FileDescriptor
    do { file = try FileDescriptor(opening: path, [.nonBlocking, .noControllingTerminal]) } catch {
      throw Self.invalid("\(name): the file cannot be opened (\(error.description))")
    }
    defer { try? file.close() }
    guard let status = try? file.status() else { throw Self.invalid("\(name): the file cannot be read") }
    guard status.kind == .regular else { throw Self.invalid("\(name): not a regular file") }
    guard status.isOwnedByUser || status.isOwnedByRoot else {
      throw Self.invalid("\(name): the file belongs to another user")
    }
    guard status.permissions & 0o077 == 0 else {
      throw Self.invalid("\(name): group or others have permissions for the file")
    }
    // One byte more than the limit for the line break, and one to detect longer files.
    guard var content = try? file.bytesToEnd(expecting: 256, limit: Self.limit + 2) else {
      throw Self.invalid("\(name): the file is longer than \(Self.limit) bytes or cannot be read")
    }
    if content.last == 0x0A { content.removeLast() }
    if content.last == 0x0D { content.removeLast() }
    guard !content.isEmpty else { throw Self.invalid("\(name): the file is empty") }
    return content
  }

  private static func invalid(_ what: String) -> ServerError { ServerError(.invalidCredentials, what) }
}

extension ServerCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `***`.
  package var description: String { "***" }
  /// Always `***`.
  package var debugDescription: String { "***" }
  /// A mirror without children.
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
