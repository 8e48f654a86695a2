import Diagnosis
import Foundation
import ProjectInspection
import TestSupport
import Testing

/// `docs/checks.md` is written from the catalog of checks.
@Suite struct ChecksPageTests {
  static let path = "docs/checks.md"

  static var page: String {
    var page = """
      # What `diagnose check` finds in a project

      Written by the tests from the catalog. `diagnose check FOLDER` reads xibs, storyboards, Swift and Objective-C sources, \
      property lists and Xcode projects; nothing is executed or changed. A fault is reported only where the files prove it: \
      what lies outside of the folder, or cannot be told without a compiler, is not guessed. With `--project FOLDER` the same \
      checks confirm or refute what a report says, looking only at the class, nib, key and file that it names.

      `diagnose check` ends with status 1 when it found a fault, 0 when it found none, 2 when the folder cannot be read; with \
      `--strict` 1 also when a part of it could not be read.


      """
    for check in ProjectCheck.catalog {
      page += "## `\(check.id)`\n\n**\(check.title).** \(check.explanation)\n\n"
      page += "Pattern: [`\(check.pattern)`](patterns/\(check.pattern).md)."
      if check.needsReport { page += " Only together with a report." }
      page += "\n"
      for example in check.examples {
        page += "\n\(example.isFault ? "A fault" : "No fault"): \(example.shows).\n"
        // A project file or empty document shows nothing that the words do not say.
        for (path, text) in example.files where !text.isEmpty && !path.hasSuffix(".pbxproj") {
          let language =
            path.hasSuffix(".swift") ? "swift" : path.hasSuffix(".m") || path.hasSuffix(".h") ? "objc" : "xml"
          page += "\n`\(path)`\n\n```\(language)\n\(text.replacingOccurrences(of: "→", with: ""))\n```\n"
        }
      }
      page += "\n"
    }
    return String(page.dropLast())
  }

  @Test func pageIsUpToDate() throws {
    if Repository.updatesExpected { try Data(Self.page.utf8).write(to: Repository.url(Self.path)) }
    let present = try? Repository.text(of: Self.path)
    #expect(present == Self.page, "run: UPDATE_EXPECTED=1 scripts/test --filter HouseTests")
  }

  @Test func catalogIsSortedWithoutDoublesAndLeadsToPatterns() {
    let ids = ProjectCheck.catalog.map(\.id)
    #expect(ids == ids.sorted(), "sort ProjectCheck+Catalog.swift by id")
    #expect(Set(ids).count == ids.count)
    for check in ProjectCheck.catalog {
      #expect(
        Pattern.with(id: check.pattern) != nil, "\(check.id) leads to \(check.pattern), which is not in the catalog")
    }
  }

  @Test func everyCheckIsInTheCatalog() throws {
    let catalog = try Repository.text(of: "Sources/ProjectInspection/ProjectCheck+Catalog.swift")
    for file in Repository.files(below: "Sources/ProjectInspection/Checks") {
      for line in try Repository.text(of: file).split(separator: "\n") where line.hasPrefix("  static let ") {
        let name = line.dropFirst("  static let ".count).prefix { $0 != " " && $0 != ":" }
        guard line.contains("= ProjectCheck(") || line.contains("= mainBundleNib(") || line.contains("= setting(")
        else {
          continue
        }
        #expect(catalog.contains("    \(name),"), "add `\(name),` to ProjectCheck+Catalog.swift")
      }
    }
  }
}
