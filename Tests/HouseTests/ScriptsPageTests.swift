import Foundation
import TestSupport
import Testing

/// The list of scripts/README.md.
@Suite struct ScriptsPageTests {
  @Test func everyScriptIsListedOnce() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Repository.url("scripts").path).filter { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: Repository.url("scripts/\(name)").path, isDirectory: &isFolder)
      // A file with an ending that is no program is the data of a script.
      return !isFolder.boolValue && !name.hasSuffix(".md") && !name.hasSuffix(".txt")
    }
    let page = try String(contentsOf: Repository.url("scripts/README.md"), encoding: .utf8)
    let listed = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .map { String($0.dropFirst(3).prefix { $0 != "`" }) }
    #expect(listed.sorted() == names.sorted())
  }
}
