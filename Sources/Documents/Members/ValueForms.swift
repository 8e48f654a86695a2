import CrashReports
import Foundation
import Vocabulary

/// The form in which a value is written and read.
protocol ValueForm {
  associatedtype Value

  /// Returns false for a value that documents do not contain, such as line 0.
  func canWrite(_ value: Value) -> Bool
  func write(_ value: Value, to output: inout MemberWriter)
  /// Returns the value; `nil` for anything else, which is consumed.
  func read(from input: inout MemberReader) -> Value?
}

extension ValueForm {
  func canWrite(_ value: Value) -> Bool { true }
}

// MARK: Scalars

struct TextForm: ValueForm {
  func write(_ value: String, to output: inout MemberWriter) { output.json.text(value) }
  func read(from input: inout MemberReader) -> String? { input.json.text() }
}

struct FlagForm: ValueForm {
  func write(_ value: Bool, to output: inout MemberWriter) { output.json.flag(value) }
  func read(from input: inout MemberReader) -> Bool? { input.json.flag() }
}

/// A whole number that readers with 53-bit numbers preserve.
struct NumberForm: ValueForm {
  var minimum = -JSONWriter.largestNumber

  func canWrite(_ value: Int) -> Bool { value >= minimum && value <= JSONWriter.largestNumber }
  func write(_ value: Int, to output: inout MemberWriter) { output.json.number(value) }
  func read(from input: inout MemberReader) -> Int? { input.json.integer() }
}

/// The number of samples; null if unknown, which still shows that the report has samples.
struct SamplesForm: ValueForm {
  func write(_ value: Int, to output: inout MemberWriter) {
    if NumberForm(minimum: 0).canWrite(value) { output.json.number(value) } else { output.json.null() }
  }
  func read(from input: inout MemberReader) -> Int? { input.json.integer() ?? -1 }
}

/// A line number, from 1.
struct LineForm: ValueForm {
  func canWrite(_ value: Int) -> Bool { NumberForm(minimum: 1).canWrite(value) }
  func write(_ value: Int, to output: inout MemberWriter) { output.json.number(value) }
  func read(from input: inout MemberReader) -> Int? { input.json.lineNumber() }
}

struct UnsignedForm: ValueForm {
  func canWrite(_ value: UInt64) -> Bool { value <= UInt64(JSONWriter.largestNumber) }
  func write(_ value: UInt64, to output: inout MemberWriter) { output.json.number(Int(truncatingIfNeeded: value)) }
  func read(from input: inout MemberReader) -> UInt64? { input.json.unsigned() }
}

/// A value that is written as `0x…`.
protocol HexadecimalValue {
  init(_ value: UInt64)
  var value: UInt64 { get }
}

extension RuntimeAddress: HexadecimalValue {}
extension ImageOffset: HexadecimalValue {}
extension UInt64: HexadecimalValue { var value: UInt64 { self } }

struct HexadecimalForm<Value: HexadecimalValue>: ValueForm {
  func write(_ value: Value, to output: inout MemberWriter) { output.json.addressValue(value.value) }
  func read(from input: inout MemberReader) -> Value? { input.json.address().map { Value($0) } }
}

/// One of a list of words.
struct WordForm<Value: RawRepresentable<String>>: ValueForm {
  func write(_ value: Value, to output: inout MemberWriter) { output.json.text(value.rawValue) }
  func read(from input: inout MemberReader) -> Value? { input.json.text().flatMap(Value.init(rawValue:)) }
}

struct UUIDForm: ValueForm {
  func write(_ value: ImageUUID, to output: inout MemberWriter) { output.json.text(value.description) }
  func read(from input: inout MemberReader) -> ImageUUID? { input.json.text().flatMap { ImageUUID($0) } }
}

/// A build ID: lower-case hexadecimal digits.
struct BuildIDForm: ValueForm {
  func write(_ value: BuildID, to output: inout MemberWriter) { output.json.text(value.digits) }
  func read(from input: inout MemberReader) -> BuildID? { input.json.text().flatMap { BuildID($0) } }
}

/// A digest: `sha256:` and 64 lower-case hexadecimal digits.
struct DigestForm: ValueForm {
  func write(_ value: SHA256Digest, to output: inout MemberWriter) { output.json.text(value.description) }
  func read(from input: inout MemberReader) -> SHA256Digest? {
    input.json.text().flatMap(SHA256Digest.init(document:))
  }
}

/// A time according to RFC 3339.
struct TimeForm: ValueForm {
  func write(_ value: Timestamp, to output: inout MemberWriter) { output.json.text(value.rfc3339) }
  func read(from input: inout MemberReader) -> Timestamp? { input.json.text().flatMap { Timestamp(rfc3339: $0) } }
}

/// Text that is written only if it is a time according to RFC 3339.
struct TimeTextForm: ValueForm {
  func canWrite(_ value: String) -> Bool { Timestamp.valid(value) != nil }
  func write(_ value: String, to output: inout MemberWriter) { output.json.text(value) }
  func read(from input: inout MemberReader) -> String? { input.json.text() }
}

/// Bytes as Base64 (RFC 4648, section 4).
struct BytesForm: ValueForm {
  func write(_ value: [UInt8], to output: inout MemberWriter) { output.json.text(Data(value).base64EncodedString()) }
  func read(from input: inout MemberReader) -> [UInt8]? {
    input.json.text().flatMap { Data(base64Encoded: $0) }.map(Array.init)
  }
}

extension ValueForm where Self == TextForm { static var text: TextForm { TextForm() } }
extension ValueForm where Self == FlagForm { static var flag: FlagForm { FlagForm() } }
extension ValueForm where Self == NumberForm {
  static var number: NumberForm { NumberForm() }
  static func number(from minimum: Int) -> NumberForm { NumberForm(minimum: minimum) }
}
extension ValueForm where Self == LineForm { static var line: LineForm { LineForm() } }
extension ValueForm where Self == ArrayForm<TextForm> { static var texts: ArrayForm<TextForm> { .init(TextForm()) } }

// MARK: Arrays and objects

/// An array. Elements that cannot be read are skipped.
struct ArrayForm<Element: ValueForm>: ValueForm {
  private let element: Element
  private let isInline: Bool

  init(_ element: Element, inline: Bool = false) {
    self.element = element
    isInline = inline
  }

  func write(_ value: [Element.Value], to output: inout MemberWriter) {
    output.json.begin("[", inline: isInline)
    for value in value {
      output.json.separate()
      if element.canWrite(value) { element.write(value, to: &output) } else { output.json.null() }
    }
    output.json.end("]")
  }

  func read(from input: inout MemberReader) -> [Element.Value]? {
    guard input.json.enterArray() else { return nil }
    var all: [Element.Value] = []
    while input.json.nextElement() {
      if let value = element.read(from: &input) { all.append(value) }
    }
    return all
  }
}

struct ObjectForm<Object: DocumentObject>: ValueForm {
  var isInline = false

  func write(_ value: Object, to output: inout MemberWriter) { output.write(value, inline: isInline) }

  func read(from input: inout MemberReader) -> Object? {
    var object = Object.blank
    return input.read(&object) ? object : nil
  }
}

extension ArrayForm {
  /// Objects on one line each.
  static func rows<Object>() -> Self where Element == ObjectForm<Object> { .init(ObjectForm(isInline: true)) }
}

/// A dictionary as an object with sorted keys. Members that cannot be read are skipped.
struct DictionaryForm<Element: ValueForm>: ValueForm {
  private let element: Element

  init(_ element: Element) { self.element = element }

  func write(_ value: [String: Element.Value], to output: inout MemberWriter) {
    output.json.begin("{")
    for (name, value) in value.sorted(by: { $0.key < $1.key }) {
      output.json.name(name)
      element.write(value, to: &output)
    }
    output.json.end("}")
  }

  func read(from input: inout MemberReader) -> [String: Element.Value]? {
    guard input.json.enterObject() else { return nil }
    var all: [String: Element.Value] = [:]
    while let name = input.json.nextMember() {
      if let value = element.read(from: &input) { all[name] = value }
    }
    return all
  }
}
