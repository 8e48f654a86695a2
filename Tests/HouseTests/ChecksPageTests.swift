import Diagnosis
import Foundation
import ProjectInspection
import TestSupport
import Testing

/// `docs/generated/checks.md` is written from the catalog of checks.
@Suite struct ChecksPageTests {
  static let path = "docs/generated/checks.md"

  static var page: String {
    var page = """
      # What `diagnose check` finds in a project

      This page is generated from the catalog of checks. `diagnose check FOLDER` reads xibs, storyboards, Swift and \
      Objective-C sources, property lists and Xcode projects; it does not execute or change anything. A problem is reported \
      only if the files prove it. Files outside the folder, and facts that only a compiler can determine, are not guessed. \
      With `--project FOLDER` the same checks confirm or refute the findings of a report; they check only the class, nib, \
      key and file that the report names.

      Exit status of `diagnose check`: 1 if it found a problem, 0 if it found none, 2 if the folder cannot be read. With \
      `--strict`, it is also 1 if a part of the folder cannot be read.


      """
    for check in ProjectCheck.catalog {
      page += "## `\(check.id)`\n\n**\(check.title).** \(check.explanation)\n\n"
      page += "Pattern: [`\(check.pattern)`](patterns/\(check.pattern).md)."
      if check.needsReport { page += " Only together with a report." }
      page += "\n"
      for example in check.examples {
        page += "\n\(example.isFault ? "Problem" : "No problem"): \(example.shows).\n"
        // Project files and empty documents add nothing to the description.
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
