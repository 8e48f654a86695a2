import Foundation

extension Repository {
  /// A page without the marks between which tests write a list of a catalog.
  public struct MissingMarks: Error, CustomStringConvertible {
    public let description: String
  }

  /// Returns the part of a page that tests write from a catalog: the text between `<!-- NAME: begin, written by the tests
  /// from the catalog -->` and `<!-- NAME: end -->`. With `UPDATE_EXPECTED=1`, it is replaced by `text` before.
  public static func part(_ name: String, of path: String, updatedTo text: String) throws -> String {
    var page = try Self.text(of: path)
    guard
      let begin = page.range(of: "<!-- \(name): begin, written by the tests from the catalog -->\n"),
      let end = page.range(of: "<!-- \(name): end -->", range: begin.upperBound..<page.endIndex)
    else { throw MissingMarks(description: "\(path) has no marks for '\(name)'") }
    guard updatesExpected else { return String(page[begin.upperBound..<end.lowerBound]) }
    page.replaceSubrange(begin.upperBound..<end.lowerBound, with: text)
    try Data(page.utf8).write(to: url(path))
    return text
  }
}
