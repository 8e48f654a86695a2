extension TextDialect {
  /// Messages of the dynamic loader.
  static let loader = TextDialect(
    name: "loader",
    example: Example(
      """
      dyld[4711]: Library not loaded: @rpath/CardKit.framework/CardKit
        Referenced from: /Apps/MyApp.app/MyApp
      """, .console),
    offer: .beginning(with: "d"), mark: .loader
  ) { reader, line, _ in reader.consumeLoader(line) }
}

extension Draft.Pieces {
  static let loader = Draft.Pieces(rawValue: 1 << 13)
}

extension TextReader {
  /// Consumes `dyld: Library not loaded: …` and its continuation lines.
  fileprivate mutating func consumeLoader(_ line: Line) -> Bool {
    let content = line.content
    guard text.hasPrefix("dyld: ", content) || text.hasPrefix("dyld[", content), let colon = text.find(": ", content)
    else { return false }
    include(line, as: .loader)
    draft.pieces.insert(.failure)
    // `dyld[4711]`: the number is that of the process that could not be started.
    let pid = text.nameAndNumber(Slice(content.start, colon)).number
    consumeLoaderText(Slice(colon + 2, content.end), line.number, pid: pid)
    var ahead = cursor
    var count = 0
    while let next = ahead.next(), count < 32 {
      guard !next.isEmpty, next.indent > line.indent || continuesLoader(next.content) else { break }
      count += 1
      cursor = ahead
      include(next)
      consumeLoaderText(next.content, next.number, pid: pid)
    }
    return true
  }

  private func continuesLoader(_ slice: Slice) -> Bool {
    for word: StaticString in ["Referenced from:", "Reason:", "Expected in:", "in /", "in <", "Did find:", "'/"]
    where text.hasPrefix(word, slice) { return true }
    return false
  }

  mutating func consumeLoaderLine(_ line: Line) {
    include(line, as: .loader)
    var content = line.content
    if let (label, value) = text.headerLabel(content), label == .dyldMessage { content = value }
    consumeLoaderText(content, line.number)
  }

  /// Adds a message of the loader; with the number of its process, if the loader wrote one.
  mutating func consumeLoaderText(_ value: Slice, _ line: Int, pid: Int? = nil) {
    draft.pieces.insert(.loader)
    guard draft.report.loaderMessages.count < limits.consoleLines else { return }
    var message = ConsoleLine(text: text.string(text.trimmed(value)), line: line)
    message.pid = pid
    draft.report.loaderMessages.append(message)
  }
}
