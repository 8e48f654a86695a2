package import Diagnosis

/// The catalog of APIs that raise, as a page of the documentation.
package enum RaisingAPIPage {
  /// Returns the page: for each entry the functions, the requirement, the reasons with their number of reports, and the
  /// sources.
  package static func markdown(_ entries: [RaisingAPI]) -> String {
    var text = """
      # APIs that raise

      Methods and functions that raise an exception, fail an assertion or stop the process if their precondition is not
      met. A report from a device has the stack, but not the reason: `api-precondition` looks the function up here.
      `diagnose explain NAME` prints an entry. Generated from the catalog by a test
      (`UPDATE_EXPECTED=1 swift test --filter HouseTests`); do not edit.

      "Reports" is the number of public reports that were found and read for an entry, a lower bound. 0 means that the
      entry is taken from documentation or from the source code of the library.

      """
    text += "\n\(entries.count) entries with \(entries.reduce(0) { $0 + $1.functions.count }) functions.\n"
    text += "\n## The most frequent\n\n| API | reports | reasons | sources |\n|---|---|---|---|\n"
    for entry in entries.sorted(by: { ($1.seen, $0.id) < ($0.seen, $1.id) }).prefix(100) {
      let links = entry.sources.enumerated().map { "[\($0 + 1)](\($1))" }.joined(separator: " ")
      text += "| `\(entry.functions[0])` | \(entry.seen) | \(entry.reasons.count) | \(links) |\n"
    }
    for image in Set(entries.map { $0.images[0] }).sorted() {
      text += "\n## \(Markdown.text(image == "*" ? "Linked into the app" : image))\n"
      for entry in entries where entry.images[0] == image { text += section(entry) }
    }
    return text
  }

  private static func section(_ entry: RaisingAPI) -> String {
    var text = "\n### \(entry.id)\n\n"
    text += entry.functions.map { "`\($0)`" }.joined(separator: ", ") + "\n\n"
    text += Markdown.text(entry.requirement) + "\n\n"
    for reason in entry.reasons {
      let count = reason.count > 0 ? " (\(reason.count))" : ""
      let wording = reason.wording.map { Markdown.text("\"\($0)\"") + count + ": " } ?? ""
      text += "- " + wording + Markdown.text(reason.cause + " " + reason.fix) + "\n"
    }
    return text
  }
}
