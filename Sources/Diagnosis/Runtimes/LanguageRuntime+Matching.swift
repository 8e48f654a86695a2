import Bytes
import CrashReports
import Vocabulary

/// A function with which a runtime ended the process.
struct RuntimeStop: Sendable {
  /// The index of its frame in the stack.
  var position: Int
  /// The kind of error; `nil` if the function does not tell.
  var kind: String?
}

/// A runtime and the stack in which it is searched.
struct RuntimeStopKey: Hashable, Sendable {
  /// The compiled globs of the runtime.
  var runtime: ObjectIdentifier
  /// Whether it is the stack of the crashed thread, and not the primary one.
  var isThread: Bool
}

extension AnalysisContext {
  /// The number of frames from the innermost one in which a runtime may have ended the process.
  private static let maxStopDepth = 48
  /// The maximum offset in a function: a stripped image prints the name of a distant exported symbol instead.
  private static let maxOffset = 0x10000
  /// The maximum number of texts after a message that are searched for its stack trace.
  private static let maxTrace = 256

  // MARK: - Frames

  /// Returns the outermost function of the runtime on top of a primary stack, and the user's frame below it.
  func stopMatch(of runtime: LanguageRuntime, _ accepts: (String?) -> Bool) -> EvidenceMatch? {
    for isThread in isExceptionStack ? [false, true] : [false] {
      let stack = isThread ? threadStack : crashStack
      guard let found = stop(of: runtime, inThread: isThread), accepts(found.kind) else { continue }
      var match = EvidenceMatch()
      match.captures["kind"] = found.kind
      match.captures["advice"] = found.kind
      match.witnesses.append(
        witness(frame: stack[found.position], at: found.position, statement: runtime.stopStatement))
      let own = runtime.globs.own, images = runtime.globs.ownImages
      let below = (found.position + 1)..<stack.count
      if let checking = checkingFunction(below: found.position, in: stack, runtime) {
        match.captures["checking"] = checking
      }
      if found.kind.map(runtime.kindsWithoutUnwinding.contains) ?? false { match.captures["endsHere"] = "abort" }
      if let caller = below.first(where: { Self.isUsers(stack[$0], own, images) }) {
        match.blame = Self.blame(in: stack, at: caller)
        match.blamedFrame = caller
        var captures: [String: String] = [:]
        captures["function"] = match.blame?.function.map(shortened)
        match.witnesses.append(
          witness(
            frame: stack[caller], at: caller, statement: LanguageRuntime.callerStatement, captures: captures,
            kind: .inferred))
      } else if runtime.hasPackages, let library = below.first(where: { Self.isOfLibrary(stack[$0], own, images) }) {
        match.blame = Self.blame(in: stack, at: library)
        match.blamedFrame = library
      } else if let caller = below.first(where: { Self.isUnnamedCaller(stack[$0], of: stack[found.position], images) })
      {
        match.blame = Self.blame(in: stack, at: caller)
        match.blamedFrame = caller
      } else {
        // Otherwise the first frame of the app's images would be blamed, which is one of the runtime.
        match.blame = Blame(image: stack[found.position].image.map(shortImageName))
      }
      return match
    }
    return nil
  }

  private static func mayBeUsers(_ role: FrameRole?) -> Bool { role == .app || role == .unknown || role == nil }

  /// The function of the runtime or engine that made the check which failed: the first one below the functions that end the process.
  private func checkingFunction(
    below position: Int, in stack: [CrashReport.Frame], _ runtime: LanguageRuntime
  ) -> String? {
    let globs = runtime.globs
    for index in stack.indices.suffix(from: position + 1).prefix(4) {
      guard let name = stack[index].functionName, !name.hasPrefix("std::") else { continue }
      guard globs.own.matches(name) || stack[index].image.map({ globs.ownImages.matches(shortImageName($0)) }) ?? false,
        !globs.stops.contains(where: { $0.functions.matches(name) })
      else { return nil }
      return shortened(name)
    }
    return nil
  }

  /// Whether a frame is code of a library of another author, which the runtime does not contain.
  private static func isOfLibrary(_ frame: CrashReport.Frame, _ own: GlobSet, _ images: GlobSet) -> Bool {
    guard mayBeUsers(frame.role), frame.library != nil, frame.isNamed, frame.blamability == .library,
      let symbol = frame.symbol
    else { return false }
    return !own.matches(symbol.readable) && !(frame.image.map { images.matches(shortImageName($0)) } ?? false)
  }

  /// Whether a frame without a name is in an image of the app that does not contain the runtime: then it called the runtime.
  private static func isUnnamedCaller(
    _ frame: CrashReport.Frame, of stop: CrashReport.Frame, _ images: GlobSet
  ) -> Bool {
    guard frame.role == .app, !frame.isNamed, let image = frame.image, image != stop.image, stop.role != .app else {
      return false
    }
    return !images.matches(shortImageName(image))
  }

  private static func isUsers(_ frame: CrashReport.Frame, _ own: GlobSet, _ images: GlobSet) -> Bool {
    guard mayBeUsers(frame.role) else { return false }
    guard let symbol = frame.symbol, frame.isNamed, frame.blamability == .code else { return false }
    if own.matches(symbol.readable) { return false }
    return frame.image.map { !images.matches(shortImageName($0)) } ?? true
  }

  /// The stop of the runtime, which is searched once: several grades of several patterns ask about the same runtime.
  private func stop(of runtime: LanguageRuntime, inThread isThread: Bool) -> RuntimeStop? {
    let globs = runtime.globs
    let key = RuntimeStopKey(runtime: ObjectIdentifier(globs), isThread: isThread)
    if let known = runtimeStops[key] { return known }
    let found = stop(
      globs, runtime.callsHooks, in: isThread ? threadStack : crashStack, isThread ? threadImages : crashImages)
    runtimeStops[key] = .some(found)
    return found
  }

  /// The outermost stop that only functions of the system and of the runtime separate from the top of the stack.
  private func stop(
    _ globs: LanguageRuntime.Globs, _ callsHooks: Bool, in stack: [CrashReport.Frame], _ images: [String?]
  ) -> RuntimeStop? {
    var found: RuntimeStop?
    for position in stack.indices.prefix(Self.maxStopDepth) {
      let image = images[position]
      let isOwnImage = image.map(globs.ownImages.matches) ?? false
      guard let symbol = stack[position].symbol, stack[position].isNamed, (symbol.offset ?? 0) <= Self.maxOffset else {
        // A frame without a usable name may be any function of the runtime.
        if found == nil || isOwnImage { continue }
        return found
      }
      let name = symbol.readable
      let stop = globs.stops.first { stop in
        stop.functions.matches(name) && (stop.images.isEmpty || image.map(stop.images.matches) ?? false)
      }
      if let stop {
        // The first kind counts: functions further out belong to the same error.
        found = RuntimeStop(position: position, kind: found?.kind ?? stop.kind)
      } else if isOwnImage || globs.own.matches(name) {
        continue
      } else if Self.mayBeUsers(stack[position].role), stack[position].isWritten {
        if found != nil || !callsHooks { return found }
      } else if found != nil, stack[position].role == .glue || stack[position].role == .system {
        return found
      }
    }
    return found
  }

  // MARK: - Messages

  /// Returns the first message that occurs; a quotation of one only if nothing else does.
  func match(
    of messages: [LanguageRuntime.Message], in runtime: LanguageRuntime, _ accepts: (String?) -> Bool
  ) -> EvidenceMatch? {
    var mention: EvidenceMatch?
    for message in messages {
      if !message.with.isEmpty,
        !texts.contains(where: { text in message.with.contains { $0.match(text.matchable) != nil } })
      {
        continue
      }
      for template in message.templates where template.mayMatch(textGrams) {
        for position in texts.indices {
          guard let found = match(template, at: position, message, runtime, accepts) else { continue }
          if !found.isMention { return found }
          mention = mention ?? found
        }
      }
    }
    return mention
  }

  private func match(
    _ template: TextTemplate, at position: Int, _ message: LanguageRuntime.Message, _ runtime: LanguageRuntime,
    _ accepts: (String?) -> Bool
  ) -> EvidenceMatch? {
    let text = texts[position]
    guard let (occurrence, lines) = occurrence(of: template, at: position, message.isAtStart) else { return nil }
    if message.without.contains(where: { $0.match(text.matchable) != nil }) { return nil }
    for (name, globs) in message.excluding {
      if let value = occurrence.captures[name], GlobSet.shared(globs).matches(value) { return nil }
    }
    if Self.isSourceCode(occurrence.captures, text.matchable.original, at: occurrence.start) { return nil }
    var captures = occurrence.captures.filter { Self.isFact($0.value) }
    let words = captures["message"] ?? String(streamSafe: text.matchable.original)
    let kind = message.kind ?? runtime.kind(of: words) ?? captures["type"].flatMap(runtime.kind)
    guard accepts(kind) else { return nil }
    captures["kind"] = kind
    captures["advice"] = kind
    var match = EvidenceMatch(captures: captures)
    match.isMention = isMention(text, at: occurrence.start, isKeyword: !template.isSpecific)
    addLocation(&match, runtime)
    match.captures["message"] = match.captures["message"].map(Self.briefMessage)
    match.witnesses.append(
      witness(
        line: text.message.line, member: text.message.text, statement: runtime.messageStatement,
        captures: match.captures))
    if let form = runtime.trace { addTrace(form, after: position, lines, &match, runtime) }
    return match
  }

  /// Returns the occurrence in the text, or in the text and the line below it, which a console log states separately.
  private func occurrence(of template: TextTemplate, at position: Int, _ isAtStart: Bool)
    -> (occurrence: (captures: [String: String], start: Int), lines: Int)?
  {
    let text = texts[position]
    if let found = template.occurrence(in: text.matchable, atStart: isAtStart) {
      // A message that the next line states is not the empty rest of this one.
      return (found, 1)
    }
    let next = position + 1
    guard next < texts.count, text.message.origin == texts[next].message.origin, follows(texts[next], text),
      text.matchable.original.count + texts[next].matchable.original.count < 16_384
    else { return nil }
    let joined = MatchableText(text.message.text + "\n" + texts[next].message.text)
    guard let found = template.occurrence(in: joined, atStart: isAtStart),
      found.start < text.matchable.original.count
    else { return nil }
    return (found, 2)
  }

  private func follows(_ next: Text, _ text: Text) -> Bool {
    guard let line = text.message.line, let below = next.message.line else { return false }
    return below > line && below - line <= 2
  }

  /// Sets file, line and blame from a location, `src/deck.rs:41:18`, unless the file belongs to a library.
  private func addLocation(_ match: inout EvidenceMatch, _ runtime: LanguageRuntime) {
    guard let written = match.captures["location"] else { return }
    match.captures["location"] = nil
    guard let place = LanguageTrace.location(written) else { return }
    match.captures["source"] = fileName(place.file)
    match.captures["number"] = String(place.line)
    guard !LanguageTrace.isLibrary(place.file) else { return }
    var blame = Blame()
    blame.file = place.file
    blame.line = place.line
    match.blame = blame
  }

  /// Blames the first frame of the user's code in the stack trace below a message.
  private func addTrace(
    _ form: LanguageTrace.Form, after position: Int, _ lines: Int, _ match: inout EvidenceMatch,
    _ runtime: LanguageRuntime
  ) {
    var trace: [(text: Substring, line: Int?)] = []
    let origin = texts[position].message.origin
    for text in texts[position...].prefix(Self.maxTrace) where text.message.origin == origin {
      for line in text.message.text.split(separator: "\n").prefix(Self.maxTrace) {
        // Continuation lines are cited with the first line of their text.
        trace.append((line, text.message.line))
      }
      if trace.count >= Self.maxTrace { break }
    }
    let own = runtime.globs.own, images = runtime.globs.ownImages
    guard
      let frame = LanguageTrace.firstFrame(form, trace, isOwn: { own.matches($0) }, isOwnImage: { images.matches($0) })
    else { return }
    var blame = match.blame ?? Blame()
    // The location of the message is that of the error, and more exact than that of a frame.
    if blame.file == nil || blame.file.map(fileName) == frame.file.map(fileName) {
      blame.function = frame.function
      blame.file = blame.file ?? frame.file
      blame.line = blame.line ?? frame.line
      blame.image = frame.image
    } else if frame.file == nil {
      blame.function = frame.function
    } else {
      return
    }
    match.blame = blame
    if frame.text != texts[position].message.line {
      match.witnesses.append(witness(line: frame.text, member: "", statement: LanguageRuntime.traceStatement))
    }
  }

  /// Whether the text is source code that prints the message: a value is an interpolation, such as `{message}` or
  /// `\(message)`, or the message is in a string literal.
  private static func isSourceCode(_ captures: [String: String], _ text: [UInt8], at start: Int) -> Bool {
    if captures.values.contains(where: hasInterpolation) { return true }
    let line = text[..<min(start, text.count)].reversed().prefix { $0 != 0x0A }
    guard line.first == UInt8(ascii: "\"") else { return false }
    // A literal of code has an opening parenthesis, a comma, a colon or an assignment in front.
    guard let before = line.dropFirst().first(where: { $0 != 0x20 && $0 != 0x23 }) else { return false }
    return "(,=[!".utf8.contains(before)
  }

  private static func hasInterpolation(_ value: String) -> Bool {
    let bytes = Array(value.utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "\\") {
      if bytes[index] == UInt8(ascii: "\\") {
        if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "(") { return true }
        continue
      }
      let name = bytes[(index + 1)...].prefix(40).prefix { $0 == 0x5F || ($0 | 0x20) &- 0x61 < 26 }
      if !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: "}") { return true }
    }
    return false
  }

  private static func briefMessage(_ message: String) -> String {
    message.shortened(to: 240)
  }
}
