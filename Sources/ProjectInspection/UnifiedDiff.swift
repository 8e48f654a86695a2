/// Formats an edit of one file as a unified diff (`diff -u`, POSIX.1-2017).
enum UnifiedDiff {
  private static let contextLineCount = 3

  /// Returns the diff, or `nil` if the range is outside the file, the lines do not change, or one of them is longer than
  /// `ProjectFile.maxLineLength`: the diff for a fault in a minified file would repeat the file.
  ///
  /// - Parameters:
  ///   - range: The lines to replace, from 1. If it is empty, `new` is inserted before its lower bound.
  ///   - new: The replacement lines.
  static func text(_ file: ProjectFile, replacing range: Range<Int>, with new: [String]) -> String? {
    let count = file.lineCount
    guard range.lowerBound >= 1, range.upperBound <= count + 1 else { return nil }
    let before = max(1, range.lowerBound - contextLineCount)..<range.lowerBound
    let after = range.upperBound..<max(range.upperBound, min(count, range.upperBound + contextLineCount - 1) + 1)
    guard !(before.lowerBound..<after.upperBound).contains(where: file.isLong) else { return nil }
    let old = range.compactMap { file.rawLine($0) }
    guard old != new else { return nil }
    var lines = ["--- a/" + file.path, "+++ b/" + file.path]
    let shared = before.count + after.count
    lines.append("@@ -\(before.lowerBound),\(shared + old.count) +\(before.lowerBound),\(shared + new.count) @@")
    lines += before.compactMap { file.rawLine($0) }.map { " " + $0 }
    lines += old.map { "-" + $0 }
    lines += new.map { "+" + $0 }
    lines += after.compactMap { file.rawLine($0) }.map { " " + $0 }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ProjectIndex {
  /// Returns the diff that replaces text in one line: for each pair the first occurrence of the old text.
  func diff(_ file: Int, line: Int, replacing pairs: [(String, String)]) -> String? {
    guard !files[file].isLong(line), var text = files[file].rawLine(line) else { return nil }
    let before = text
    for (old, new) in pairs {
      guard let range = text.firstRange(of: old) else { continue }
      text.replaceSubrange(range, with: new)
    }
    return text == before ? nil : UnifiedDiff.text(files[file], replacing: line..<(line + 1), with: [text])
  }

  /// Returns the diff that deletes the lines.
  func diff(_ file: Int, deleting lines: Range<Int>) -> String? {
    UnifiedDiff.text(files[file], replacing: lines, with: [])
  }

  /// Returns the diff that inserts the lines before `line`.
  func diff(_ file: Int, inserting lines: [String], before line: Int) -> String? {
    UnifiedDiff.text(files[file], replacing: line..<line, with: lines)
  }

  /// Returns the leading spaces and tabs of a line.
  func indentation(_ file: Int, _ line: Int) -> String {
    files[file].indentation(line)
  }
}
