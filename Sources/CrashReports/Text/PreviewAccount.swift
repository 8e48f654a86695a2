import Bytes

/// Reads texts in which the author says that a preview of Xcode fails, and quotes a message that other builds print, too:
/// an error of the linker, of the Swift compiler, or of a type that is not known.
///
/// That the message belongs to a preview is the author's word, so the report states the sentence (`Detail.Key.previewAccount`),
/// and what follows from both is at most likely.
extension TextReader {
  private static let maxLines = 400
  /// The maximum size in bytes; a larger text is a log.
  private static let maxBytes = 16_384

  /// Adds the sentence in which the author says that a preview fails to a report that does not come from a preview's own
  /// diagnostics; without any report, returns one of the messages that the text quotes.
  mutating func readPreviewAccount() -> Decoded<CrashReport>? {
    guard reports.count <= 1 else { return nil }
    if let report = reports.first?.value {
      guard report.canvasLines.isEmpty, report.previewMessages.isEmpty, report.documentMessages.isEmpty,
        report.threads?.isEmpty != false
      else { return nil }
    }
    guard let lines = allLines(limit: Self.maxLines, bytes: Self.maxBytes), let account = account(in: lines) else {
      return nil
    }
    let sentence = Detail.Value.text(
      text.string(Slice(account.content.start, min(account.content.end, account.content.start + 200))))
    guard reports.isEmpty else {
      reports[0].value.add(.previewAccount, sentence, line: account.number)
      return nil
    }
    var messages = messages(in: lines)
    if messages.isEmpty, let quoted = announced(by: account, in: lines) {
      messages = [CanvasLine(text: text.string(quoted.content), line: quoted.number, error: 0, depth: 0)]
    }
    guard let first = messages.first, let last = messages.last else { return nil }
    var reportSource = CrashReport.Source(format: ReportFormat.canvas.id)
    reportSource.firstLine = min(first.line, account.number)
    reportSource.lastLine = max(last.line, account.number)
    reportSource.byteRange =
      source.original.map { $0.slice.start..<$0.slice.end } ?? source.slice.start..<source.slice.end
    var report = CrashReport(source: reportSource)
    report.kind = .preview
    report.canvasLines = messages
    report.add(.previewAccount, sentence, line: account.number)
    return Decoded(report)
  }

  // MARK: - The sentence

  /// Returns the line on which the author says that a preview fails: it names previews and a failure; or it is the title and
  /// names previews, and another line names an error.
  private func account(in lines: [Line]) -> Line? {
    guard lines.contains(where: { line in PreviewAccount.tools.contains { names($0, line.content) } }) else {
      return nil
    }
    let subjects = lines.filter { namesPreview($0.content) }
    if let stated = subjects.first(where: { line in PreviewAccount.failures.contains { names($0, line.content) } }) {
      return stated
    }
    guard let title = lines.first, subjects.first?.number == title.number,
      lines.contains(where: { names("error", $0.content) })
    else { return nil }
    return title
  }

  private func names(_ word: StaticString, _ slice: Slice) -> Bool { text.find(ignoringCase: word, slice) != nil }

  /// Whether a line speaks of previews of views. Versions of software are previews, too.
  private func namesPreview(_ slice: Slice) -> Bool {
    for subject in PreviewAccount.subjects {
      var rest = slice
      while let offset = text.find(ignoringCase: subject, rest) {
        rest.start = offset + subject.utf8CodeUnitCount
        let isWord = offset == slice.start || !text[offset - 1].isLetterOrDigit || text[offset - 1] >= 0x80
        let next = Slice(text.skipBlanks(rest.start, rest.end), rest.end)
        if isWord, !PreviewAccount.versions.contains(where: { text.hasPrefix(ignoringCase: $0, next) }) { return true }
      }
    }
    return false
  }

  // MARK: - The messages

  /// Returns the messages that the text quotes, each once.
  private func messages(in lines: [Line]) -> [CanvasLine] {
    var result: [CanvasLine] = []
    var known: Set<[UInt8]> = []
    var open: (line: Int, error: Int)?
    for line in lines {
      guard let message = message(in: line) else {
        // The lines below a message in the same paragraph belong to it: the symbols that are undefined.
        if let current = open, current.line + 1 == line.number {
          result.append(CanvasLine(text: text.string(line.content), line: line.number, error: current.error, depth: 0))
          open?.line = line.number
        } else {
          open = nil
        }
        continue
      }
      let isContinuation = open.map { $0.line + 1 == line.number } ?? false
      let error = isContinuation ? open?.error ?? 0 : (result.last?.error ?? -1) + 1
      let words = text.string(message)
      open = message.start == line.content.start ? (line.number, error) : nil
      guard known.insert(Array(words.utf8)).inserted else { continue }
      result.append(CanvasLine(text: words, line: line.number, error: error, depth: 0))
    }
    return result
  }

  /// Returns the line that a sentence about an error announces with its colon, unless it is code.
  private func announced(by account: Line, in lines: [Line]) -> Line? {
    guard text.hasSuffix(":", account.content) || text.hasSuffix("：", account.content),
      ["error", "报错", "错误", "エラー", "오류", "ошибк", "Ошибк", "fehler", "erreur"].contains(where: { (word: StaticString) in
        names(word, account.content)
      }), let index = lines.firstIndex(where: { $0.number == account.number }), index + 1 < lines.count
    else { return nil }
    let next = lines[index + 1]
    let forms = LineForms(text: text)
    guard next.number - account.number <= 3, next.content.count <= 400, text.first(0x20, next.content) != nil,
      !forms.isCode(next.content, indent: next.indent), !next.isComment,
      !text.isCodeItem(next.content), !"!<[".utf8.contains(text[next.content.start]),
      text.find("http", next.content) == nil
    else { return nil }
    return next
  }

  /// Returns the message on a line: the whole line of a tool, or what a sentence quotes.
  private func message(in line: Line) -> Slice? {
    var content = line.content
    while !content.isEmpty, "-*>`\"'".utf8.contains(text[content.start]) || text[content.start] == 0x20 {
      content.start += 1
    }
    while content.end > content.start, "`\"".utf8.contains(text[content.end - 1]) { content.end -= 1 }
    if PreviewAccount.starts.contains(where: { text.hasPrefix($0, content) }) { return content }
    if text.contains(".swift:", content), text.contains(": error: ", content) { return content }
    let start = text.string(Slice(content.start, min(content.end, content.start + 160)))
    if let type = CanvasErrorType.name(of: start), content.count > type.utf8.count + 2 { return content }
    for phrase in PreviewAccount.phrases {
      guard let offset = text.find(ignoringCase: phrase, line.content) else { continue }
      return quotation(around: offset, line.content)
    }
    return nil
  }

  /// Returns the quotation that contains an offset; without marks, what follows the last colon before it.
  private func quotation(around offset: Int, _ line: Slice) -> Slice? {
    func isMark(_ at: Int) -> Bool {
      let byte = text[at]
      if byte == UInt8(ascii: "`") || byte == UInt8(ascii: "\"") { return true }
      // “ and ”: E2 80 9C and E2 80 9D.
      return (byte == 0x9c || byte == 0x9d) && text[at - 1] == 0x80 && text[at - 2] == 0xe2
    }
    var start = offset
    while start > line.start, !isMark(start - 1) { start -= 1 }
    guard start > line.start else {
      guard let colon = text.findLast(": ", Slice(line.start, offset)) else { return line }
      return text.trimmed(Slice(colon + 2, line.end))
    }
    var end = offset
    while end < line.end, !isMark(end) { end += 1 }
    // A quotation that ends before the phrase is another one.
    if end < line.end, text[end] >= 0x80 { end -= 2 }
    let whole = text.trimmed(Slice(start, end))
    return whole.isEmpty ? nil : whole
  }
}

/// Words of texts about previews that fail. Sources: public questions and issues in the languages below.
package enum PreviewAccount {
  /// Names of the tools to which previews belong.
  static let tools: [StaticString] = ["xcode", "swiftui", "#preview", "previewprovider", "_previews"]

  /// Words for previews, in both cases where they have letters that are not ASCII: English, Chinese, Japanese, Korean, Russian, German, French, Spanish, Portuguese.
  static let subjects: [StaticString] = [
    "preview", "canvas", "预览", "預覽", "プレビュー", "미리보기", "프리뷰", "превью", "Превью", "предпросмотр", "Предпросмотр",
    "предварительн", "Предварительн",
    "vorschau", "aperçu", "Aperçu", "vista previa", "pré-visualiza",
  ]

  /// What follows the word when it names a version of software.
  static let versions: [StaticString] = ["version", "release", "build", "beta", "app.", "feature", "of "]

  /// Words for failures in the same languages.
  static let failures: [StaticString] = [
    "crash", "fail", "error", "not work", "n't work", "unable", "cannot", "can't", "can not", "could not", "couldn't",
    "broken", "breaks", "stopped", "no longer", "i get", "i'm getting", "i am getting", "not compile",
    "doesn't compile",
    "won't", "无法", "無法", "不能", "失败", "失敗", "报错", "崩溃", "错误", "クラッシュ", "できない", "できません", "エラー",
    "動かない", "表示されない", "오류", "실패", "에러", "안 되", "не работает", "ошибк", "Ошибк", "не удалось", "Не удалось", "падает",
    "funktioniert nicht", "fehler", "stürzt", "Stürzt", "erreur", "ne fonctionne", "ne marche", "plante", "no funciona",
    "falla",
    "não funciona", "erro ",
  ]

  /// Starts of lines of the linker and the compiler driver.
  static let starts: [StaticString] = [
    "ld: ", "ld64: ", "clang: error: ", "Undefined symbol", "duplicate symbol", "error: ", "Linker command failed",
  ]

  /// Words of the Swift compiler, by which a quoted message is recognized.
  package static let compiler: [StaticString] = [
    "is ambiguous for type lookup in this context", "is not a member type of", "use of unresolved identifier",
    "cannot find '", "cannot find type '", "missing required module", "no such module", "' has no member '",
    "could not build objective-c module", "could not build module", "cannot convert value of type",
    "failed to build module", "does not conform to protocol", "has no dynamic member", "invalid redeclaration of",
    "module compiled with swift", "unable to find module dependency", "could not be inferred", "ambiguous use of",
    "missing argument for parameter", "use of undeclared type", "cannot load underlying module",
    "unable to type-check this expression", "failed to produce diagnostic for expression",
    "is inaccessible due to '", "without importing module '", "emit-module command failed",
    "command swiftcompile failed",
    "error in __preview.swift", "redundant conformance of",
  ]

  /// Words of the build system and the package manager.
  package static let build: [StaticString] = [
    "requires minimum platform version", "build input file cannot be found", "missing package product",
    "command phasescriptexecution failed", "multiple commands produce", "requires a development team",
    "requires a provisioning profile", "the package product '",
  ]

  /// Words of a crash, as the canvas states it.
  static let crashes: [StaticString] = [".swift at line "]

  /// Words of the linker within a sentence.
  static let linker: [StaticString] = [
    "linker command failed", "symbol(s) not found for architecture", "undefined symbol",
  ]

  static let phrases: [StaticString] = compiler + build + crashes + linker
}
