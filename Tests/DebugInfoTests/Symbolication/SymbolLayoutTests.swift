import CrashReports
import Foundation
import Platform
import TestSupport
import Testing
import Vocabulary

@testable import Symbolication

/// Paths of files in the layouts of symbol stores.
@Suite struct SymbolLayoutTests {
  private static let uuid = ImageUUID("4C4C441D-5555-3144-A1F0-EB2A6143963F") ?? ImageUUID(high: 0, low: 0)

  private func paths(_ layout: String, _ key: SymbolLayout.Key) -> [String] {
    (SymbolLayout.named(layout)?.templates ?? []).compactMap { template in
      SymbolLayout.components(template, key).map { parts in
        parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
      }
    }
  }

  @Test func pathsAreThoseOfTheLayouts() throws {
    let key = SymbolLayout.Key(try #require(BuildID(Self.uuid)), isMachO: true, path: "/x/App")
    let id = "4c4c441d55553144a1f0eb2a6143963f"
    let upper = id.uppercased()
    #expect(
      paths("mapped", key) == ["4C4C/441D/5555/3144/A1F0/EB2A6143963F", "4C4C/441D/5555/3144/A1F0/EB2A6143963F.app"])
    #expect(paths("unified", key).first == "4c/4c441d55553144a1f0eb2a6143963f/debuginfo")
    #expect(paths("debuginfod", key) == ["buildid/\(id)/debuginfo", "buildid/\(id)/executable"])
    #expect(paths("build-id", key).first == ".build-id/4c/4c441d55553144a1f0eb2a6143963f.debug")
    #expect(paths("microsoft", key)[1] == "App/mach-uuid-\(id)/App")
    #expect(paths("tecken", key) == ["App/\(upper)0/App.sym"])
    let long = SymbolLayout.Key(
      try #require(BuildID("00112233445566778899aabbccddeeff00112233")), isMachO: false, path: nil)
    #expect(paths("mapped", long).isEmpty && paths("tecken", long).isEmpty)
    #expect(paths("debuginfod", long).first == "buildid/00112233445566778899aabbccddeeff00112233/debuginfo")
  }

  /// Templates with random identifiers and hostile names: no component leaves the folder, and the identifier is in the
  /// path.
  @Test func noPathLeavesTheFolder() throws {
    var random = SystemRandomNumberGenerator()
    let names: [String?] = [
      nil, "", "/", "..", ".", "../../etc/passwd", "a/..", "a\\..\\b", "\u{0}", "a\nb", "/a/b/", "ä ö", "%2e%2e",
      String(repeating: "n", count: 200), String(repeating: "n", count: 201),
    ]
    for count in [2, 8, 16, 20, 32, 64] {
      for name in names {
        let bytes = (0..<count).map { _ in UInt8.random(in: 1...255, using: &random) }
        let key = SymbolLayout.Key(try #require(BuildID(bytes: bytes)), isMachO: count == 16, path: name)
        for template in SymbolLayout.catalog.flatMap(\.templates) {
          guard let parts = SymbolLayout.components(template, key) else { continue }
          for part in parts {
            #expect(!part.isEmpty && !part.contains(UInt8(ascii: "/")) && !part.contains(0))
            #expect(!part.elementsEqual("..".utf8) && !part.elementsEqual(".".utf8), "\(template.text)")
          }
          let joined = parts.flatMap { $0 }.filter(\.isHexadecimal).map { $0 | 0x20 }
          #expect(joined.count >= min(count, 16) * 2)
        }
      }
    }
  }

  @Test func theTableOfTheDocumentationIsTheCatalog() throws {
    let page = try Repository.text(of: "docs/symbolication.md")
    for row in SymbolLayout.table.split(separator: "\n") { #expect(page.contains(row), "add to the page: \(row)") }
    #expect(Set(SymbolLayout.catalog.map(\.name)).count == SymbolLayout.catalog.count)
    for template in SymbolLayout.catalog.flatMap(\.templates) {
      let names = template.text.split(separator: "{").dropFirst().compactMap { $0.split(separator: "}").first }
      #expect(
        names.allSatisfy { SymbolLayout.Placeholder(rawValue: String($0)) != nil } || !template.text.contains("{"))
    }
  }

  private func image() -> BinaryImage {
    var image = BinaryImage()
    (image.name, image.uuid) = ("XXXCoreTestHost", Self.uuid)
    return image
  }

  private func bytes(_ fixture: String) throws -> [UInt8] {
    Array(
      try Data(
        contentsOf: Repository.url(
          "Tests/Fixtures/symbols/\(fixture)/XXXCoreTestHost.dSYM/Contents/Resources/DWARF/XXXCoreTestHost")))
  }

  @Test(arguments: ["mapped", "unified", "debuginfod", "build-id", "microsoft"])
  func filesAreFoundInFoldersOfALayout(_ layout: String) throws {
    let scratch = try ScratchFolder()
    let key = SymbolLayout.Key(try #require(BuildID(Self.uuid)), isMachO: true, path: "XXXCoreTestHost")
    let path = try #require(paths(layout, key).first)
    try scratch.write(try bytes("x86_64-sim-dw5"), "depot/" + path)
    let depot = SymbolStore(paths: [], depots: [scratch.path("depot")])
    #expect(depot.symbols(for: image(), architecture: nil).answer.outcome == .found)
    let named = SymbolStore(paths: [scratch.path("depot")])
    #expect(named.symbols(for: image(), architecture: nil).answer.outcome == .found)
    // A depot is not searched.
    try scratch.write(try bytes("x86_64-sim-dw5"), "other/anywhere")
    let elsewhere = SymbolStore(paths: [], depots: [scratch.path("other")])
    #expect(elsewhere.symbols(for: image(), architecture: nil).answer.outcome == .noSymbolFile)
  }

  @Test func aFileThatIsStoredLaterIsUsed() throws {
    let scratch = try ScratchFolder()
    let store = SymbolStore(paths: [], depots: [scratch.path("depot")])
    for name in ["executable", "debuginfo"] {
      try scratch.write(try bytes("x86_64-sim-dw5"), "depot/4c/4c441d55553144a1f0eb2a6143963f/" + name)
      let found = store.symbols(for: image(), architecture: nil)
      #expect(found.answer.file?.hasSuffix("/" + name) == true, "\(found.answer)")
    }
  }

  @Test func aFileOfAnotherImageIsNamed() throws {
    let scratch = try ScratchFolder()
    let place = "depot/4c/4c441d55553144a1f0eb2a6143963f/debuginfo"
    try scratch.write(try bytes("x86_64-sim-dw4"), place)
    let wrong = SymbolStore(paths: [], depots: [scratch.path("depot")]).symbols(for: image(), architecture: nil)
    #expect(wrong.answer.refusals.count == 1 && wrong.answer.refusals.first?.contains(": has the UUID ") == true)
    try scratch.write(Array("not symbols".utf8), place)
    let text = SymbolStore(paths: [], depots: [scratch.path("depot")]).symbols(for: image(), architecture: nil)
    #expect(text.answer.refusals.first?.hasSuffix(": not a Mach-O file that can be read") == true)
  }

  @Test func imagesOfTheSystemAreFoundInXcodesFolders() throws {
    let scratch = try ScratchFolder()
    let path = "/System/Library/Frameworks/Made.framework/Made"
    let device = "home/Library/Developer/Xcode/iOS DeviceSupport/17.5 (21F90)/Symbols" + path
    let root = "Runtimes/iOS 17.5.simruntime/Contents/Resources/RuntimeRoot" + path
    let runtime = "library/Developer/CoreSimulator/Profiles/" + root
    let volume = "library/Developer/CoreSimulator/Volumes/iOS_21F79/Library/Developer/CoreSimulator/Profiles/" + root
    for file in [device, runtime, volume] { try scratch.write([1], file) }
    var image = BinaryImage()
    image.path = path
    let found = PlatformFolders.candidates(of: image, home: scratch.path("home"), library: scratch.path("library"))
    #expect(Set(found) == Set([device, runtime, volume].map { scratch.path($0) }))
    image.path = scratch.path(volume).text
    let simulated = PlatformFolders.candidates(of: image, home: nil, library: scratch.path("library"))
    #expect(simulated.contains(scratch.path(volume)) && simulated.contains(scratch.path(runtime)))
    for other in ["/System/../../etc/passwd", "/private/var/App.app/App", "System/x", ""] {
      image.path = other
      #expect(
        PlatformFolders.candidates(of: image, home: scratch.path("home"), library: scratch.path("library")).isEmpty)
    }
  }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    (0x30...0x39).contains(self) || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
  }
}
