/// Notes of one report, at most as many as the limits allow; what is left out is counted.
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

  /// All notes, the last of them saying how many there were besides.
  var finished: [Note] {
    guard omitted > 0 else { return notes }
    return notes + [Note("notes-omitted", "\(omitted) more notes of this report are left out.")]
  }
}
