import Testing
import Vocabulary

@testable import CrashReports

/// Operations on the bytes of a text that process many bytes at a time.
struct ByteTextTests {
  private func asking<Answer>(_ bytes: [UInt8], _ question: (ByteText) throws -> Answer) rethrows -> Answer {
    try bytes.withUnsafeBufferPointer { try question(ByteText($0, limit: 1 << 16)) }
  }

  private func uuid(_ text: String) -> ImageUUID? {
    let bytes = Array(text.utf8)
    return asking(bytes) { $0.uuid(Slice(0, bytes.count)) }
  }

  @Test func eightDigitsEqualSingleDigits() {
    for location in 0..<8 {
      for byte in UInt8.min...UInt8.max {
        var digits = Array("0a1B2c9F".utf8)
        digits[location] = byte
        let word = digits.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let expected = asking(digits) { $0.hexadecimal(Slice(0, 8)) }
        #expect(ByteWord.hexadecimal(word) == expected, "byte \(byte) at \(location)")
      }
    }
  }

  @Test(arguments: [
    "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9", "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9", "0A1B2C3D4E5F60718293A4B5C6D7E8F9",
    "0A1B2C3D4E5F6071--8293A4B5C6D7--E8F9",
  ])
  func formsOfAUUID(_ text: String) {
    #expect(uuid(text) == ImageUUID(high: 0x0A1B_2C3D_4E5F_6071, low: 0x8293_A4B5_C6D7_E8F9))
  }

  @Test(arguments: [
    "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8FG", "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F",
    "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8-9",
    "0A1B2C3D4E5F60718293A4B5C6D7E8Fé", "",
  ])
  func noUUID(_ text: String) { #expect(uuid(text) == nil) }

  @Test func offsetsOutsideTheTextAreEmpty() {
    asking(Array("abc".utf8)) { text in
      #expect(text[-1] == 0 && text[3] == 0 && text[.max] == 0 && text[.min] == 0)
      #expect(text.string(Slice(1, 99)) == "bc")
      #expect(text.string(Slice(-1, 2)).isEmpty)
      #expect(text.find("bc", Slice(0, 99)) == 1)
      #expect(text.find("cd", Slice(0, 99)) == nil)
      #expect(text.hasPrefix("cd", Slice(2, 9)) == false)
      #expect(text.first(UInt8(ascii: "c"), Slice(0, 2)) == nil)
      #expect(text.same(Slice(0, 9), Slice(0, 9)))
    }
    asking([]) { #expect($0[0] == 0 && $0.find("a", Slice(0, 1)) == nil && $0.string(Slice(0, 1)).isEmpty) }
  }

  @Test func namesThatShareACacheSlotAreDistinct() {
    let names = (0..<2000).map { "com.example.framework\($0)" }
    let bytes = Array(names.joined(separator: " ").utf8)
    asking(bytes) { text in
      var cache = NameCache()
      for _ in 0..<2 {
        var start = 0
        for name in names {
          #expect(cache.name(Slice(start, start + name.utf8.count), in: text) == name)
          start += name.utf8.count + 1
        }
      }
    }
    asking(Array("???<unknown>".utf8)) { text in
      var cache = NameCache()
      #expect(cache.name(Slice(0, 3), in: text) == nil)
      #expect(cache.name(Slice(3, 12), in: text) == nil)
      #expect(cache.name(Slice(3, 3), in: text) == nil)
    }
  }
}
