import Bytes

extension TextDialect {
  /// Exceptions with name and reason, in renderings other than Apple's.
  static let namedExceptions = TextDialect(
    name: "named-exceptions",
    example: Example(
      """
      Fatal Exception: NSRangeException
      *** -[__NSArrayM objectAtIndex:]: index 3 beyond bounds [0 .. 2]
      """, .console),
    offer: .containing(.exceptionName),
    phrases: [
      (
        .exceptionName,
        [
          "nsinvalidargumentexception", "nsrangeexception", "nsinternalinconsistencyexception", "nsgenericexception",
          "nsunknownkeyexception", "nsmallocexception", "nsobjectinaccessibleexception",
          "nsobjectnotavailableexception",
          "nsdestinationinvalidexception", "nsfilehandleoperationexception", "nsportexception",
          "nsundefinedkeyexception",
          "nsinvalidunarchiveoperationexception", "nsunicodeexception", "nsdecimalnumber", "calayerinvalidgeometry",
          "uiviewcontrollerhierarchyinconsistency", "uiapplicationinvalidinterfaceorientation", "fatal exception: ",
        ]
      )
    ]
  ) { reader, line, words in reader.consumeNamedException(line, words) }

  /// Headings of crashed threads in the text of Crashlytics.
  static let crashlyticsThreads = TextDialect(
    name: "crashlytics-threads",
    example: Example(
      """
      Crashed: com.apple.main-thread
      0  MyApp   0x104a1c2b0 CardView.draw() + 12 (CardView.swift:12)
      """, .thirdPartyText),
    offer: .beginning(with: "C"), mark: .thirdParty,
    conclude: { $0.pieces.contains(.thirdParty) ? Conclusion(.thirdPartyText) : nil }
  ) { reader, line, _ in reader.consumeCrashlyticsThread(line) }
}

/// Reads exceptions in the renderings of services, runtimes and editors.
extension TextReader {
  /// Consumes a Mach exception inside a sentence, `… stops with EXC_BAD_ACCESS (code=1, address=0x10) in …`. Its codes
  /// prove that the words are copied from a debugger.
  mutating func consumeInlineException(_ line: Line) -> Bool {
    let content = line.content
    guard isShort, !draft.hasHeader, content.count <= 4096, !text.looksLikeCode(content),
      let offset = text.find("EXC_", content), offset > content.start, !text.isIdentifier(text[offset - 1])
    else { return false }
    let name = text.word(Slice(offset, content.end))
    let rest = text.trimmed(Slice(name.end, content.end))
    guard text.isMachException(name), text.hasPrefix("(code=", rest) || text.hasPrefix("(Code=", rest),
      let close = text.closingParenthesis(Slice(rest.start + 1, rest.end))
    else { return false }
    let codes = Slice(rest.start, close)
    guard text.contains("address=0x", codes) || text.contains("subcode=", codes) else { return false }
    return consumeMachException(Slice(offset, close + 1), line)
  }

  /// Consumes the heading of a crashed thread in the text of Crashlytics: `Crashed: com.apple.main-thread`.
  fileprivate mutating func consumeCrashlyticsThread(_ line: Line) -> Bool {
    let content = line.content
    guard text[content.start] == UInt8(ascii: "C"), text.hasPrefix("Crashed: ", content), content.count < 200 else {
      return false
    }
    var ahead = cursor
    var next = ahead.next()
    if next?.isEmpty == true { next = ahead.next() }
    guard let next, text.frameLine(next.content) ?? text.frameLineWithoutAddress(next.content, strict: false) != nil
    else { return false }
    let index = draft.nextThreadIndex
    guard let position = draft.position(ofThread: index, line: line.number, limits) else { return false }
    include(line, as: [.threads, .thirdParty])
    let name = text.value(Slice(content.start + 9, content.end))
    draft.threads[position].thread.crashed = true
    if name?.hasPrefix("com.") == true {
      draft.threads[position].thread.queue = name
    } else if name != "Thread" {
      draft.threads[position].thread.name = name
    }
    draft.explicitFault = true
    draft.target = .thread(position)
    section = .frames
    return true
  }

  /// Consumes an exception with name and reason in a rendering other than Apple's:
  ///
  ///     Fatal Exception: NSRangeException                                     Crashlytics; the reason is on the next line
  ///     Objective-C exception thrown.  Name: NSRangeException Reason: …       .NET
  ///     Uncaught exception: NSRangeException: …                               Unity, Cordova
  ///     NSRangeException: … / NSRangeException - …                            Bugsnag, Sentry, React Native
  fileprivate mutating func consumeNamedException(_ line: Line, _ words: Wording) -> Bool {
    let content = line.content
    guard !draft.hasHeader, content.count <= 4096, !text.looksLikeCode(content), let name = exceptionName(content)
    else {
      return false
    }
    let before = Slice(content.start, name.start)
    let isUncaught = Self.announcements.contains { text.find(ignoringCase: $0, before) != nil }
    var reason = reason(after: name, content)
    // A line with the words of a failure is read as that failure.
    guard isUncaught || words.isDisjoint(with: .failure) else { return false }
    guard isUncaught || before.isEmpty && reason != nil || reason?.isLabeled == true else { return false }
    include(line, as: .failure)
    if isUncaught {
      draft.pieces.insert(.exception)
      if reason == nil, let following = reasonOnNextLine() { reason = (following, true) }
      if draft.exception.name == nil {
        draft.exception.name = text.value(name)
        draft.exception.reason = reason.flatMap { text.value(text.withoutClosingDecoration($0.slice)) }
        draft.report.lines[.exceptionReason] = line.number
      }
      draft.expects.stack = true
    }
    includePrecedingLines()
    addConsoleLine(text.string(content), line: line.number)
    if let reason, reason.slice.start >= content.end {
      addConsoleLine(text.string(reason.slice), line: line.number + 1)
    }
    includeFollowingLines()
    return true
  }

  private static let announcements: [StaticString] = [
    "fatal exception", "uncaught exception", "unhandled exception", "exception thrown", "exception name",
    "terminating app", "uncaught nsexception", "exception type", "crashed due to",
  ]

  /// Returns the class of an exception in a line.
  private func exceptionName(_ content: Slice) -> Slice? {
    // The heading of Crashlytics names a class of any language.
    if let mark = text.find("Fatal Exception: ", content), mark == content.start {
      let name = text.token(Slice(mark + 17, content.end))
      let isClass =
        !name.isEmpty && text[name.start].isLetter
        && (name.start..<name.end).allSatisfy {
          text[$0].isIdentifier || text[$0] == UInt8(ascii: ":") || text[$0] == 0x2E
        }
      if isClass, name.end == content.end { return name }
    }
    var index = content.start
    while index < content.end {
      guard text.isIdentifier(text[index]) else { index += 1; continue }
      let word = text.word(Slice(index, content.end))
      if text.isExceptionName(word), text[word.end] != UInt8(ascii: "("), text[word.end] != UInt8(ascii: ".") {
        return word
      }
      index = word.end
    }
    return nil
  }

  /// Returns the reason behind the name of an exception: `, reason: '…'`, ` Reason: …`, `: …`, ` - …`.
  private func reason(after name: Slice, _ content: Slice) -> (slice: Slice, isLabeled: Bool)? {
    let rest = Slice(name.end, content.end)
    if let offset = text.find(ignoringCase: "reason:", rest), offset - rest.start <= 8 {
      let value = text.trimmed(Slice(offset + 7, content.end))
      return value.count < 3 ? nil : (value, true)
    }
    var start = rest.start
    if text[start] == UInt8(ascii: "'") || text[start] == UInt8(ascii: "`") { start += 1 }
    let isColon = text[start] == UInt8(ascii: ":")
    guard isColon || text.hasPrefix(" - ", Slice(start, content.end)) else { return nil }
    let value = text.trimmed(Slice(start + (isColon ? 1 : 3), content.end))
    return value.count < 8 ? nil : (value, false)
  }

  private mutating func reasonOnNextLine() -> Slice? {
    var ahead = cursor
    guard let next = ahead.next(), !next.isEmpty, text.frameLine(next.content) == nil,
      text.threadHeader(next.content) == nil
    else { return nil }
    cursor = ahead
    include(next)
    return next.content
  }
}
