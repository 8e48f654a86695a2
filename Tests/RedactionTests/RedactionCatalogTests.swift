import Foundation
@testable import Redaction
import TestSupport
import Testing

extension RedactionKind: CustomTestStringConvertible {
  public var testDescription: String { id }
}

/// Every kind of the catalog is removed in its examples, and its near misses remain.
@Suite struct RedactionCatalogTests {
  @Test(arguments: RedactionKind.catalog)
  func examplesAreRemoved(_ kind: RedactionKind) {
    #expect(kind.removed.count >= 3 || kind.id == "encoded-text", "at least three examples")
    for example in kind.removed {
      var redactor = Redactor()
      let copy = redactor.redacted(example.text)
      #expect(copy == example.copy, "\(example.text)")
      var second = Redactor()
      #expect(second.redacted(copy) == copy, "a second pass changes \(copy)")
      #expect(redactor.survivors(in: copy) == [], "\(copy)")
    }
  }

  @Test(arguments: RedactionKind.catalog)
  func nearMissesRemain(_ kind: RedactionKind) {
    #expect(kind.stays.count >= 3, "at least three near misses")
    for text in kind.stays {
      var redactor = Redactor()
      #expect(redactor.redacted(text) == text)
    }
  }

  @Test(arguments: [
    "0   MyApp   0x0000000100001234 main + 20", "{\"uuid\":\"0A1B2C3D-0000-4000-8000-00000000000A\"}",
    "-[UIViewController _loadViewFromNibNamed:bundle:] + 12", "Dispatch queue: com.apple.main-thread",
    "std::__1::basic_string<char>::operator=(char const*)", "$s4main7SessionC5login5tokenySS_tF",
    "EXC_BAD_ACCESS (SIGSEGV) KERN_INVALID_ADDRESS at 0x0000000000000010", "Date/Time: 2026-11-23 10:22:33.123 +0100",
    "CardView.swift:31:14", "OS Version: macOS 14.3.1 (23D60)", "Code Type: ARM-64 (Native)",
    "x0: 0x0000000000000000 x1: 0x00000001f0e1d2c3 pc: 0x0000000100001234",
    "Termination Reason: Namespace DYLD, Code 1",
    "IBAgent 10.13.6.2", "Fatal error: Index out of range: file Swift/ContiguousArrayBuffer.swift, line 600",
    "Thread 4 name: Dispatch queue: com.example.user-session", "NSInvalidArgumentException: -[__NSCFString token:]",
    "UIKitCore: -[UIApplication _run] + 888", "Foo.Session.init(user: Foo.User, password: Swift.String) -> Foo.Session",
    "Session.init(host: Swift.String, port: Swift.Int)", "closure #1 in Client.send(key: A) (.resume.1)",
    "libsystem_kernel.dylib 0x00007ff81234 __pthread_kill + 10", "keychain item not found (-25300)",
    "0x18f2a4000 - 0x18f2f7fff libdispatch.dylib arm64e <0a1b2c3d000040008000000000000abc> /usr/lib/system/a",
    "Could not cast value of type 'A' (0x1f0e1d2c3) to 'B'", "reason: 'user defaults key: Theme must be a string'",
    "Application Specific Information: abort() called", "com.apple.UIKit.user-interface",
    "Unable to find host for key: a",
  ])
  func usefulTextRemains(_ text: String) {
    var redactor = Redactor()
    #expect(redactor.redacted(text) == text)
  }

  @Test func identifiersAreUnique() {
    let ids = RedactionKind.catalog.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(Set(RedactionKind.catalog.map(\.placeholder)) == Set(Redactor.Kind.allCases))
    var names: Set<String> = []
    for label in RedactionKind.catalog.flatMap(\.labels) where !label.isSpaced {
      for name in label.names { #expect(names.insert("\(label.extent) \(name)").inserted, "\(name) is listed twice") }
    }
  }

  /// The table of docs/security.md is that of the catalog.
  @Test func theDocumentationListsEveryKind() throws {
    let rows = RedactionKind.catalog.map {
      "| \($0.title) | \($0.recognition) | `\($0.placeholder == .account ? "501" : $0.placeholder.rawValue + "-1")` |"
    }
    let path = "docs/security.md"
    let lines = try Repository.text(of: path).components(separatedBy: "\n")
    let head = try #require(lines.firstIndex { $0.hasPrefix("| data | where it is found") })
    let table = lines[(head + 2)...].prefix { $0.hasPrefix("|") }
    let last =
      "| words that you name | `--name WORD`, `scrub: names:` in a [configuration](configuration.md) | `user-1` |"
    if Repository.updatesExpected {
      let all = lines[...(head + 1)] + rows + [last] + lines[(head + 2 + table.count)...]
      try Data(all.joined(separator: "\n").utf8).write(to: Repository.url(path))
      return
    }
    #expect(Array(table) == rows + [last], "run the tests with UPDATE_EXPECTED=1")
  }
}
