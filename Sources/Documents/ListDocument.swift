package import Vocabulary

/// Small documents that are not reports: a list of objects, one per line.
package enum ListDocument {
  /// Returns the document.
  ///
  /// - Parameters:
  ///   - schema: The value of the member `schema`.
  ///   - name: The name of the member that contains the list.
  ///   - members: Writes the members of an item.
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
