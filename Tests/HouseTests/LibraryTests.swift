import Foundation
import TestSupport
import Testing

/// The public interface of this package, and the modules that programs build for it (docs/api-stability.md).
@Suite struct LibraryTests {
  @Test func onlyDiagnoseKitIsPublic() throws {
    let files = Repository.files(below: "Sources").filter { $0.hasSuffix(".swift") }
    let declaration =
      /^\s*(?:@\S+ +)*(?:public|open)(?:\(set\))? +(?:[a-z]+ +)*(?:func|var|let|struct|enum|class|actor|protocol|extension|init|subscript|typealias|case)\b/
    var found = 0
    for file in files {
      // An import that re-exports a function of the C library is not a declaration.
      for line in try Repository.text(of: file).split(separator: "\n")
      where line.prefixMatch(of: declaration) != nil && !line.contains(" import ") {
        found += 1
        #expect(file.hasPrefix("Sources/DiagnoseKit/"), "\(file): \(line)")
      }
    }
    #expect(found > 50, "the public declarations were not found")
  }

  /// The library's target and its dependencies use no product of another package.
  @Test func libraryNeedsNoOtherPackage() throws {
    let targets = try Self.targets()
    var reached: Set<String> = []
    var waiting = ["DiagnoseKit"]
    while let name = waiting.popLast() {
      guard reached.insert(name).inserted else { continue }
      let definition = try #require(targets[name], "\(name) is not in Package.swift")
      #expect(!definition.contains(".product("), "\(name) depends on another package")
      for match in definition.matches(of: /"([A-Za-z]+)"/) where targets[String(match.1)] != nil {
        waiting.append(String(match.1))
      }
    }
    #expect(reached.isSuperset(of: ["Analysis", "CrashReports", "Diagnosis", "Presentation", "Symbolication"]))
    #expect(try #require(targets["History"]).contains(".product("), "products are not found")
  }

  /// Returns the text of each target in Package.swift, by its name.
  private static func targets() throws -> [String: Substring] {
    let text = try Repository.text(of: "Package.swift")
    let starts = text.matches(
      of: /(?:library|tests|fuzzer|\.target|\.executableTarget|\.systemLibrary)\(\s*(?:name: )?"([A-Za-z]+)"/)
    var targets: [String: Substring] = [:]
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1].range.lowerBound : text.endIndex
      targets[String(start.1)] = text[start.range.upperBound..<end]
    }
    return targets
  }
}
