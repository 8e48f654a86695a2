import CrashReports
import Vocabulary

/// Changes of one frame of a JSON report.
///
/// Members that hold names get other values or are added behind the last member; inlined functions are objects of their
/// own before it, as Apple writes them:
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
    let place = object.range.lowerBound
    return (inlined.isEmpty ? [] : [TextEdit(place..<place, inlined)]) + ownEdits(frame, change.stated)
  }

  /// Members of the frame whose values differ from what the report states.
  private func ownEdits(_ frame: CrashReport.Frame, _ stated: CrashReport.Frame) -> [TextEdit] {
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
      // Of two equal names readers differ in which one counts.
      edits += present.map { TextEdit($0.value, value) }
      if present.isEmpty { added += [UInt8(ascii: ",")] + lead + key(name) + value }
    }
    if !added.isEmpty, let end = object.members.last?.value.upperBound { edits.append(TextEdit(end..<end, added)) }
    return edits
  }

  private func has(_ name: String) -> Bool { object.members.contains { $0.name == name } }

  /// An object for a function inlined into this frame, and what parts it from the frame's own.
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

  /// A member's value as it stands, so that no number is written another way.
  private func raw(_ name: String) -> ArraySlice<UInt8>? {
    object.members.first { $0.name == name }.map { text[$0.value] }
  }

  // MARK: - The layout of the object, for what is added to it

  private func key(_ name: String) -> [UInt8] {
    guard let member = object.members.last, member.key.upperBound <= member.value.lowerBound else {
      return Array("\"\(name)\":".utf8)
    }
    return Array("\"\(name)\"".utf8) + text[member.key.upperBound..<member.value.lowerBound]
  }

  /// Blanks before a key.
  private var lead: [UInt8] { object.members.last.map { blanks(before: $0.key.lowerBound) } ?? [] }

  /// Blanks before the closing brace.
  private var tail: [UInt8] { blanks(before: object.range.upperBound - 1) }

  private func blanks(before place: Int) -> [UInt8] {
    var start = place
    while start > 0, text[start - 1] <= 0x20 { start -= 1 }
    return Array(text[start..<max(start, place)])
  }
}
