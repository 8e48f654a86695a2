import Testing

@testable import PropertyLists

@Suite struct PropertyListTests {
  @Test func theFormIsThatOfTheFirstBytes() throws {
    let xml = try #require(PropertyList.read(Array("\u{FEFF} <plist><dict><key>a</key><true/></dict></plist>".utf8)))
    #expect(xml.form == .xml && !xml.isDamaged && xml.root["a"]?.text == "true")
    let old = try #require(PropertyList.read(Array("// !$*UTF8*$!\n{ a = b; }".utf8)))
    #expect(old.form == .oldStyle && old.root["a"]?.text == "b")
    let data = try #require(PropertyList.read(Array("<plist><data>AA==</data>".utf8)))
    #expect(data.isDamaged && data.root.text == "AA==")
    #expect(PropertyList.read(Array("<html><dict/></html>".utf8)) == nil)
    #expect(PropertyList.read([]) == nil)
  }

  @Test func membersHaveAnOrderAndTheLastOfAKeyCounts() throws {
    let list = """
      <plist><dict>
      <key>b</key><string>1</string>
      <key>a</key>
      <integer>2</integer><key>b</key><array/></dict></plist>
      """
    let members = try #require(PropertyList.read(Array(list.utf8))?.root.dictionary)
    #expect(members.map(\.key) == ["b", "a", "b"] && members.map(\.line) == [2, 3, 4])
    #expect(members["b"]?.list?.isEmpty == true && members["a"]?.line == 4 && members["c"] == nil)
    guard case .other("2", _)? = members["a"] else {
      Issue.record("a number is no string")
      return
    }
  }

  @Test func aLongStringIsCut() throws {
    let text = String(repeating: "a", count: PropertyList.maxTextLength + 10)
    for list in ["\"\(text)\"", text, "<plist><string>\(text)</string></plist>"] {
      #expect(PropertyList.read(Array(list.utf8))?.root.text?.utf8.count == PropertyList.maxTextLength)
    }
  }
}

@Suite struct XMLPropertyListTests {
  private func list(_ text: String) -> (value: PropertyListValue?, isDamaged: Bool, line: Int) {
    let bytes = Array(text.utf8)
    var reader = XMLPropertyList(bytes, 0..<bytes.count, line: 1, textLimit: 100)
    let value = reader.read()
    return (value, reader.isDamaged, reader.line)
  }

  private func texts(_ value: PropertyListValue?) -> [String]? {
    value?.list.map { $0.map { "\($0.line) \($0.text ?? "")" } }
  }

  @Test func commentsAndDeclarationsAreSkipped() {
    let (value, isDamaged, _) = list(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!-- <plist><array> -->
      <!DOCTYPE plist [
        <!ENTITY a "]>">
      ]>
      <plist version="1.0"><array>
      <!-- no <string> --><string>a&amp;b</string>
      <!ELEMENT x '>'><string>c</string>
      </array></plist>
      """)
    #expect(texts(value) == ["7 a&b", "8 c"])
    #expect(!isDamaged)
  }

  @Test(arguments: [
    "<!-- <plist><array/></plist>", "<?xml <plist><array/></plist>", "<!DOCTYPE [ <plist><array/></plist>",
    "<!DOCTYPE \" <plist><array/></plist>", "<!", "<",
  ])
  func anUnterminatedTextHasNoList(_ text: String) {
    #expect(list(text).value == nil)
  }

  @Test func aListThatEndsEarlyIsWhatThereIs() {
    let (value, isDamaged, line) = list("<plist><array>\n<string>a</string>\n<!-- ")
    #expect(texts(value) == ["2 a"])
    #expect(isDamaged)
    #expect(line == 3)
  }

  @Test func characterDataAndCommentsArePartsOfAText() {
    let (value, isDamaged, _) = list("<plist><array><string>a<![CDATA[<b> & ]]><!-- c -->d</string></array></plist>")
    #expect(texts(value) == ["1 a<b> & d"] && !isDamaged)
    #expect(list("<plist><string>a<![CDATA[b").isDamaged)
  }

  @Test func depthIsLimited() {
    let (value, isDamaged, _) = list("<plist>" + String(repeating: "<array>", count: 100_000))
    #expect(value != nil && isDamaged)
  }
}

@Suite struct OldStylePropertyListTests {
  @Test func valuesAndLines() throws {
    let text = """
      // !$*UTF8*$!
      {
        a = (1, "two \\"x\\"", {b = c; }, );
        /* comment */ "d e" = f/g.h;
      }
      """
    let root = try #require(PropertyList.read(Array(text.utf8))?.root)
    #expect(root["a"]?.list?.count == 3)
    #expect(root["a"]?.list?[1].text == "two \"x\"")
    #expect(root["a"]?.list?[2]["b"]?.text == "c")
    #expect(root["d e"]?.text == "f/g.h" && root["d e"]?.line == 4)
  }

  @Test(arguments: ["", "{", "{a}", "{a = ", "{a = b", "(a b)", "\"a", "{a = (b; )}"])
  func anInvalidListIsNotRead(_ text: String) {
    #expect(PropertyList.read(Array(text.utf8)) == nil)
  }

  @Test func depthIsLimited() {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "(", count: depth) + String(repeating: ")", count: depth)).utf8)
    }
    #expect(PropertyList.read(nested(PropertyList.maxDepth)) != nil)
    #expect(PropertyList.read(nested(PropertyList.maxDepth + 1)) == nil)
    #expect(PropertyList.read(nested(100_000)) == nil)
  }
}

@Suite struct BinaryPropertyListTests {
  @Test func hostileLists() {
    // An array that contains itself, and one that doubles at each level.
    let header = Array("bplist00".utf8)
    func list(_ objects: [[UInt8]]) -> [UInt8] {
      var bytes = header
      var offsets: [UInt8] = []
      for object in objects {
        offsets.append(UInt8(bytes.count))
        bytes += object
      }
      let table = bytes.count
      bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
      for number in [objects.count, 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, UInt8(number)] }
      return bytes
    }
    #expect(PropertyList.read(list([[0xA1, 0]])) == nil)
    #expect(PropertyList.read(list((0..<50).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] } + [[0x09]])) == nil)
    #expect(PropertyList.read(list([[0xD1, 1, 2], [0x51, 0x61], [0x09]]))?.root["a"]?.text == "true")
  }
}
