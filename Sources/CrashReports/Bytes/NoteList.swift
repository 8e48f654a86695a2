/// The notes of one report, up to a limit; notes beyond it are counted and dropped.
struct NoteList {
  private(set) var notes: [Note] = []
  private var omitted = 0
  private let limit: Int

  init(limit: Int) { self.limit = max(limit, 1) }

  mutating func add(_ note: Note) {
    if notes.count < limit { notes.append(note) } else { omitted += 1 }
  }

  mutating func add(_ code: String, _ text: String, line: Int? = nil, quotation: String? = nil) {
    add(Note(code, text, line: line, quotation: quotation))
  }

  /// All stored notes, followed by one with the number of dropped notes if there are any.
  var finished: [Note] {
    guard omitted > 0 else { return notes }
    return notes + [Note("notes-omitted", "\(omitted) more notes on this report were dropped.")]
  }
}
