import Bytes

/// Which messages of a log are about the same view: a view has an object ID in some messages and only a class in others.
struct ViewNames {
  private struct Name: Hashable {
    var document: String
    var name: String
  }

  /// The object IDs of a class.
  private var ids: [Name: Set<String>] = [:]
  private var documents: Set<String> = []
  /// The documents with a folder, by file name.
  private var paths: [String: Set<String>] = [:]

  init(_ messages: [PreviewMessage]) {
    for message in messages {
      guard let path = message.document, let name = path.lastPathComponent, name != path else { continue }
      paths[name, default: []].insert(Self.folderAndName(path))
    }
    for message in messages { if let path = message.document { documents.insert(name(of: path)) } }
    for message in messages {
      guard let name = message.objectClass, let id = message.objectID else { continue }
      ids[Name(document: document(of: message), name: name), default: []].insert(id)
    }
  }

  /// Returns an identifier of the document; if the message has lost it, that of the only document of the log, else an
  /// empty text.
  func document(of message: PreviewMessage) -> String {
    message.document.map(name) ?? (documents.count == 1 ? documents.first : nil) ?? ""
  }

  /// Xcode writes the path of a document in some messages, and only its name in others.
  private func name(of path: String) -> String {
    guard let name = path.lastPathComponent, name != path else {
      let known = paths[path] ?? []
      return known.count == 1 ? known.first ?? path : path
    }
    return Self.folderAndName(path)
  }

  private static func folderAndName(_ path: String) -> String {
    path.split(separator: "/").suffix(2).joined(separator: "/")
  }

  /// Returns an identifier of the view, equal for all messages about it; `nil` if the message names none.
  func view(of message: PreviewMessage) -> String? {
    if let id = message.objectID { return "#" + id }
    guard let name = message.objectClass else { return nil }
    let known = ids[Name(document: document(of: message), name: name)] ?? []
    return known.count == 1 ? known.first.map { "#" + $0 } : name
  }
}
