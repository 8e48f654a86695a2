import Vocabulary

extension TextDialect {
  static let jetsamRows = TextDialect(
    name: "jetsam-rows",
    example: Example(
      "MyApp <9d489cdf-11ad-3077-a386-6321379f73a0> 90112 90112 [per-process-limit] (frontmost)", .jetsam, .jetsam),
    // A row of one member per line goes on with members of any name.
    offer: .everyLine,
    phrases: [
      (
        .jetsam,
        [
          "per-process-limit", "vm-pageshortage", "highwater", "jettisoned", "vm-thrashing", "fc-thrashing",
          "vm-compressor", "vnode-limit", "zone-map-exhaustion", "sustained-memory-pressure", "disk-space-shortage",
          "low-swap", "rpages",
        ]
      )
    ],
    mark: .jetsam,
    suffices: { $0.states.jetsam.hasVictim },
    complete: { $0.completeJetsam() },
    conclude: { $0.states.jetsam.hasVictim && $0.exception.isEmpty ? Conclusion(.jetsam, .jetsam) : nil }
  ) { reader, line, words in
    (words.contains(.jetsam) || reader.draft.states.jetsam.hasOpenRow) && reader.consumeJetsamRow(line)
  }
}

extension Draft.Pieces {
  static let jetsam = Draft.Pieces(rawValue: 1 << 22)
}

/// The rows of a jetsam event that is pasted without its header: rows of the table in text, or members of a process.
struct JetsamRows {
  private(set) var summary = JetsamSummary()
  private var row = ProcessTable.Entry()
  private var isOpen = false

  /// The reasons for which the kernel kills a process (XNU, `bsd/kern/kern_memorystatus.h`).
  static let reasons: Set<String> = [
    "per-process-limit", "highwater", "vm-pageshortage", "vm-thrashing", "vm-compressor-thrashing",
    "vm-compressor-space-shortage", "fc-thrashing", "vnode-limit", "zone-map-exhaustion", "disk-space-shortage",
    "jettisoned", "sustained-memory-pressure", "low-swap", "idle-exit", "conclave-limit", "memory-full",
  ]

  /// Whether a member of a row was read.
  var hasOpenRow: Bool { isOpen }

  /// Whether a row names the reason for which a process was killed, and its name or size.
  var hasVictim: Bool { !summary.victims.isEmpty || row.reason != nil && (row.name != nil || row.size > 0) }

  mutating func add(_ entry: ProcessTable.Entry, lifetimeMax: UInt64?) { summary.add(entry, lifetimeMax: lifetimeMax) }

  /// Sets a member of the current row. A second value begins another row.
  mutating func set<Value: Equatable>(
    _ member: WritableKeyPath<ProcessTable.Entry, Value>, _ value: Value, empty: Value, line: Int
  ) {
    if row[keyPath: member] != empty { close() }
    row[keyPath: member] = value
    row.line = row.line ?? line
    isOpen = true
  }

  /// Ends the current row.
  mutating func close() {
    if row.name != nil || row.reason != nil { summary.add(row, lifetimeMax: nil) }
    row = ProcessTable.Entry()
    isOpen = false
  }
}

extension TextReader {
  /// Consumes `MyApp <uuid> 90112 90112 [per-process-limit] (frontmost)`, or members of a row:
  /// `"reason" : "per-process-limit",`.
  fileprivate mutating func consumeJetsamRow(_ line: Line) -> Bool {
    if let (entry, lifetimeMax) = jetsamRow(line) {
      draft.states.jetsam.add(entry, lifetimeMax: lifetimeMax)
      include(line, as: .jetsam)
      return true
    }
    guard line.content.count <= 1024, !text.looksLikeCode(line.content), consumeRetoldFields(line.content, line) > 0
    else {
      return false
    }
    include(line, as: .jetsam)
    return true
  }

  private func jetsamRow(_ line: Line) -> (ProcessTable.Entry, UInt64?)? {
    let content = line.content
    guard let open = text.first(UInt8(ascii: "<"), content),
      let close = text.first(UInt8(ascii: ">"), Slice(open, content.end)), text.uuid(Slice(open + 1, close)) != nil
    else { return nil }
    var entry = ProcessTable.Entry()
    entry.line = line.number
    entry.name = text.value(Slice(content.start, open))
    var numbers: [UInt64] = []
    var rest = Slice(close + 1, content.end)
    for _ in 0..<32 {
      let word = text.token(rest)
      if word.isEmpty { break }
      rest.start = word.end
      let inner = Slice(word.start + 1, word.end - 1)
      switch text[word.start] {
      case UInt8(ascii: "["): if JetsamRows.reasons.contains(text.string(inner)) { entry.reason = text.string(inner) }
      case UInt8(ascii: "("):
        if text.equals(inner, "jettisoned") {
          entry.reason = "jettisoned"
        } else {
          entry.states.append(text.string(inner))
        }
      default: if let number = text.decimal(word) { numbers.append(number) }
      }
    }
    guard entry.reason != nil, let pages = numbers.first else { return nil }
    entry.size = pages
    return (entry, numbers.dropFirst().first)
  }

  /// Stores a member of a row if its value has the form of the member; returns the offset after it.
  mutating func consumeJetsamField(_ label: HeaderLabel, _ value: Slice, _ line: Line) -> Int? {
    let end = text.endOfPhrase(value)
    let phrase = text.withoutClosingDecoration(Slice(value.start, end))
    switch label {
    case .jetsamReason:
      let reason = text.string(text.token(phrase))
      guard JetsamRows.reasons.contains(reason) else { return nil }
      draft.states.jetsam.set(\.reason, reason, empty: nil, line: line.number)
      return end
    case .jetsamPages:
      guard let (pages, end) = text.leadingNumber(value) else { return nil }
      draft.states.jetsam.set(\.size, pages, empty: 0, line: line.number)
      return end
    case .jetsamName:
      guard draft.states.jetsam.hasOpenRow, phrase.count <= 64 else { return nil }
      draft.states.jetsam.set(\.name, text.value(phrase), empty: nil, line: line.number)
      return end
    default: return nil
    }
  }

  /// Adds the rows of a jetsam event to the report.
  fileprivate mutating func completeJetsam() {
    guard draft.states.jetsam.hasVictim, draft.exception.isEmpty else { return }
    draft.states.jetsam.close()
    var notes = NoteList(limit: limits.notes)
    draft.states.jetsam.summary.fill(&draft.report, &notes)
    if let process = draft.report.process { draft.process = process }
    for note in notes.finished { draft.note(note, limits) }
  }
}
