/// Processes of a report about the whole system, of which only the largest are kept.
struct ProcessTable {
  struct Entry {
    var name: String?
    var pid: Int?
    /// In pages or bytes, whatever the report counts.
    var size: UInt64 = 0
    var reason: String?
    var states: [String] = []
    var line: Int?
  }

  /// The largest first; of two equal ones the earlier.
  private(set) var largest: [Entry] = []
  private(set) var count = 0
  private let kept: Int

  init(kept: Int = 20) { self.kept = kept }

  mutating func add(_ entry: Entry) {
    count += 1
    if largest.count >= kept, let last = largest.last, last.size >= entry.size { return }
    let place = largest.firstIndex { $0.size < entry.size } ?? largest.count
    largest.insert(entry, at: place)
    if largest.count > kept { largest.removeLast() }
  }

  /// One row of a table; `size` makes a detail of the number of pages or bytes.
  static func row(_ entry: Entry, size: (UInt64) -> Detail?) -> [Detail] {
    var row: [Detail] = []
    if let name = entry.name { row.append(Detail(.processName, .text(name), line: entry.line)) }
    if let detail = size(entry.size) { row.append(detail) }
    if let pid = entry.pid { row.append(Detail(.processID, .number(pid))) }
    if let reason = entry.reason { row.append(Detail(.reason, .text(reason))) }
    if !entry.states.isEmpty { row.append(Detail(.states, .text(entry.states.joined(separator: ", ")))) }
    return row
  }
}
