import Vocabulary

/// The resources of the server.
package struct ServedResources {
  /// A resource that is listed.
  package struct Entry: Sendable {
    let uri: String
    let name: String
    let meaning: String

    /// Creates an entry; `meaning` is one sentence.
    package init(uri: String, name: String, meaning: String) {
      self.uri = uri
      self.name = name
      self.meaning = meaning
    }
  }

  /// A form of addresses, with a variable in braces (RFC 6570).
  let templates: [Entry]
  /// Returns the resources that exist now.
  let list: () -> [Entry]
  /// Returns the plain text of a resource; `nil` if it does not exist.
  let read: (_ uri: String) throws(ToolFault) -> String?

  /// Creates the resources.
  ///
  /// - Parameters:
  ///   - templates: Forms of addresses, with a variable in braces (RFC 6570).
  ///   - list: Returns the resources that exist now.
  ///   - read: Returns the plain text of a resource; `nil` if it does not exist.
  package init(
    templates: [Entry], list: @escaping () -> [Entry], read: @escaping (String) throws(ToolFault) -> String?
  ) {
    self.templates = templates
    self.list = list
    self.read = read
  }
}

extension ServedResources.Entry {
  func write(to writer: inout JSONWriter, address: String) {
    writer.object {
      $0.member(address, uri)
      $0.member("name", name)
      $0.member("description", meaning)
      $0.member("mimeType", "text/plain")
    }
  }
}
