/// The processes of a report on the entire system, of which only the largest are stored.
struct ProcessTable {
  struct Entry {
    var name: String?
    var pid: Int?
    /// The size in pages or bytes, depending on the report.
    var size: UInt64 = 0
    var reason: String?
    var states: [String] = []
    var line: Int?
  }

  /// The largest processes in descending order of size; of equal ones, the earlier first.
  private(set) var largest: [Entry] = []
  private(set) var count = 0
  private let maxEntries: Int

  init(maxEntries: Int = 20) { self.maxEntries = maxEntries }

  /// Counts a process, and stores it if it is among the largest.
  mutating func add(_ entry: Entry) {
    count += 1
    if largest.count >= maxEntries, let last = largest.last, last.size >= entry.size { return }
    let index = largest.firstIndex { $0.size < entry.size } ?? largest.count
    largest.insert(entry, at: index)
    if largest.count > maxEntries { largest.removeLast() }
  }

  /// Returns the details of one row of a table; `size` converts the number of pages or bytes to a detail.
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
