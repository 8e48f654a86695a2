import CrashReports
import Vocabulary

/// Creates the edits for one frame of a JSON report.
///
/// Values of members with names are replaced, or members are added after the last one. Inlined functions are separate
/// objects before the frame, as Apple writes them:
///
///     {"imageOffset":48929500,"sourceLine":16,"sourceFile":"XXXCore.m","symbol":"FontURL","imageIndex":4,"symbolLocation":0,"inline":true}
struct ObjectEdit {
  private let object: FrameObject
  private let text: [UInt8]
  private let style: NameStyle

  init(_ object: FrameObject, _ text: [UInt8], _ style: NameStyle) {
    self.object = object
    self.text = text
    self.style = style
  }

  func edits(_ change: FrameChange) -> [TextEdit] {
    guard let frame = change.frames.last else { return [] }
    let inlined = change.frames.dropLast().flatMap { inserted($0) }
    let start = object.range.lowerBound
    return (inlined.isEmpty ? [] : [TextEdit(start..<start, inlined)]) + memberEdits(frame, change.stated)
  }

  /// Returns the edits for members of the frame whose values differ from those in the report.
  private func memberEdits(_ frame: CrashReport.Frame, _ stated: CrashReport.Frame) -> [TextEdit] {
    var values: [(name: String, value: [UInt8])] = []
    if let symbol = frame.symbol {
      if style.spelling(symbol) != stated.symbol?.name {
        values.append(("symbol", JSONPiece.string(style.name(symbol))))
      }
      if let offset = symbol.offset, offset != stated.symbol?.offset {
        values.append(("symbolLocation", Array(String(offset).utf8)))
      }
    }
    if let file = style.file(frame) {
      if file != stated.source?.file { values.append(("sourceFile", JSONPiece.string(file))) }
      let isNewFile = file != stated.source?.file && has("sourceLine")
      if let line = frame.source?.line {
        if line != stated.source?.line { values.append(("sourceLine", Array(String(line).utf8))) }
      } else if isNewFile {
        values.append(("sourceLine", Array("0".utf8)))
      }
    }
    var edits: [TextEdit] = []
    var added: [UInt8] = []
    for (name, value) in values {
      let present = object.members.filter { $0.name == name }
      // Parsers differ in which of two members with equal names they use, so all are changed.
      edits += present.map { TextEdit($0.value, value) }
      if present.isEmpty { added += [UInt8(ascii: ",")] + lead + key(name) + value }
    }
    if !added.isEmpty, let end = object.members.last?.value.upperBound { edits.append(TextEdit(end..<end, added)) }
    return edits
  }

  private func has(_ name: String) -> Bool { object.members.contains { $0.name == name } }

  /// Returns an object for a function inlined into this frame, with the separator from the object of the frame.
  private func inserted(_ frame: CrashReport.Frame) -> [UInt8] {
    guard let symbol = frame.symbol else { return [] }
    var members: [[UInt8]] = []
    if let offset = raw("imageOffset") { members.append(key("imageOffset") + offset) }
    if let file = style.file(frame) {
      if let line = frame.source?.line { members.append(key("sourceLine") + Array(String(line).utf8)) }
      members.append(key("sourceFile") + JSONPiece.string(file))
    }
    members.append(key("symbol") + JSONPiece.string(style.name(symbol)))
    if let index = raw("imageIndex") { members.append(key("imageIndex") + index) }
    members.append(key("symbolLocation") + Array(String(symbol.offset ?? 0).utf8))
    members.append(key("inline") + Array("true".utf8))
    var result = [UInt8(ascii: "{")]
    for (index, member) in members.enumerated() {
      if index > 0 { result.append(UInt8(ascii: ",")) }
      result += lead + member
    }
    return result + tail + [UInt8(ascii: "}"), UInt8(ascii: ",")] + blanks(before: object.range.lowerBound)
  }

  /// Returns the value of a member as written, so that numbers keep their form.
  private func raw(_ name: String) -> ArraySlice<UInt8>? {
    object.members.first { $0.name == name }.map { text[$0.value] }
  }

  // MARK: - The layout of the object, for added members

  private func key(_ name: String) -> [UInt8] {
    guard let member = object.members.last, member.key.upperBound <= member.value.lowerBound else {
      return Array("\"\(name)\":".utf8)
    }
    return Array("\"\(name)\"".utf8) + text[member.key.upperBound..<member.value.lowerBound]
  }

  /// The blanks before a key.
  private var lead: [UInt8] { object.members.last.map { blanks(before: $0.key.lowerBound) } ?? [] }

  /// The blanks before the closing brace.
  private var tail: [UInt8] { blanks(before: object.range.upperBound - 1) }

  private func blanks(before offset: Int) -> [UInt8] {
    var start = offset
    while start > 0, text[start - 1] <= 0x20 { start -= 1 }
    return Array(text[start..<max(start, offset)])
  }
}
