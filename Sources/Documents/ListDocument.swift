package import Vocabulary

/// The small documents that are no reports: a list of objects, each on a line.
package enum ListDocument {
  /// - Parameters:
  ///   - schema: Value of the member `schema`.
  ///   - name: Name of the member that holds the list.
  ///   - members: Writes the members of an item's object.
  package static func text<Item>(
    _ schema: String, _ name: String, _ items: [Item], _ members: (inout JSONWriter, Item) -> Void
  ) -> String {
    var writer = JSONWriter(layout: .indented)
    writer.object { writer in
      writer.member("schema", schema)
      EncodedDocument.tool(&writer)
      writer.name(name)
      writer.array(items) { writer, item in writer.object(inline: true) { members(&$0, item) } }
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }
}
