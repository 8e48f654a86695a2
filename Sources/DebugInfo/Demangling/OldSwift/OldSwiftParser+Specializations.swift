/// Specializations: copies of functions that the optimizer created for certain types or arguments.
extension OldSwiftParser {
  /// `specializationinfo`: `generic specialization <…> of `.
  mutating func specialization() throws(OldSwiftUnreadable) -> OldSwiftRef {
    guard let form = OldSwiftCatalog.specializations.first(where: { reader.take($0.code) }) else {
      throw OldSwiftUnreadable()
    }
    var shown: [[OldSwiftPiece]] = []
    if reader.take("q") { shown.append(["serialized"]) }
    // The number of the optimizer pass is not printed.
    _ = reader.next()
    shown += form.isOfSignature ? try changedArguments() : try specializedTypes()
    return try phrase(
      [.text(form.words + " <")] + shown.joined(separator: [OldSwiftPiece.text(", ")]) + ["> of "])
  }

  /// Parses types, each with the conformances that were used.
  private mutating func specializedTypes() throws(OldSwiftUnreadable) -> [[OldSwiftPiece]] {
    var types: [[OldSwiftPiece]] = []
    while !reader.take("_") {
      var pieces: [OldSwiftPiece] = [.node(try type())]
      var separator = " with "
      while !reader.take("_") {
        pieces += [.text(separator), .node(try conformance())]
        separator = " and "
      }
      types.append(pieces)
    }
    return types
  }

  /// `funcspecializationarginfo`: the change of each argument. Unchanged arguments are omitted.
  private mutating func changedArguments() throws(OldSwiftUnreadable) -> [[OldSwiftPiece]] {
    var changes: [[OldSwiftPiece]] = []
    var number = 0
    while !reader.take("_") {
      if !reader.take("n_") { changes.append([.text("Arg[\(number)] = ")] + (try change())) }
      number += 1
    }
    return changes
  }

  private mutating func change() throws(OldSwiftUnreadable) -> [OldSwiftPiece] {
    if reader.take("cp") { return try constant() }
    if reader.take("cl") { return try closure() }
    if let change = OldSwiftCatalog.argumentChanges.first(where: { reader.take($0.code) }) {
      return [.text(change.words)]
    }
    let options = OldSwiftCatalog.argumentOptions.filter { reader.take($0.letter) }.map(\.words)
    guard !options.isEmpty, reader.take("_") else { throw OldSwiftUnreadable() }
    return [.text(options.joined(separator: " and "))]
  }

  /// Parses a constant that replaces an argument.
  private mutating func constant() throws(OldSwiftUnreadable) -> [OldSwiftPiece] {
    let words: String
    let value: String
    if reader.take("fr") {
      words = "Function"
      value = readable(try reader.identifier().text)
    } else if reader.take("g") {
      words = "Global"
      value = readable(try reader.identifier().text)
    } else if reader.take("i") {
      words = "Integer"
      value = readable(reader.text(upTo: UInt8(ascii: "_")))
    } else if reader.take("fl") {
      words = "Float"
      value = readable(reader.text(upTo: UInt8(ascii: "_")))
    } else {
      words = "String"
      value = try string()
    }
    guard reader.take("_") else { throw OldSwiftUnreadable() }
    return [.text("[Constant Propagated \(words) : \(value)]")]
  }

  /// `se`, the encoding, `v` and the text. A text that begins like a length is preceded by `_`.
  private mutating func string() throws(OldSwiftUnreadable) -> String {
    let isUTF8 = reader.take("se0v")
    guard isUTF8 || reader.take("se1v") else { throw OldSwiftUnreadable() }
    let text = try reader.identifier().text
    return (isUTF8 ? "u8" : "u16") + "'" + (text.hasPrefix("_") ? String(text.dropFirst()) : text) + "'"
  }

  /// Parses a closure that replaces an argument, and the types of its captures as far as they can be demangled.
  /// `swift-demangle` neither separates the types nor closes the outer bracket.
  private mutating func closure() throws(OldSwiftUnreadable) -> [OldSwiftPiece] {
    let name = readable(try reader.identifier().text)
    var pieces: [OldSwiftPiece] = [.text("[Closure Propagated : \(name), Argument Types : [")]
    while reader.peek != UInt8(ascii: "_"), let type = try? type() { pieces.append(.node(type)) }
    guard reader.take("_") else { throw OldSwiftUnreadable() }
    return pieces + ["]"]
  }

  private func readable(_ name: String) -> String { readableNestedName(name, nesting: nesting + 1) }
}
