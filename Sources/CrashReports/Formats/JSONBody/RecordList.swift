/// The elements of a list of records that gave no report. Each is counted, so that a report of a list never looks like
/// the only one.
struct RecordCounts {
  /// How many elements, and the line of the first.
  struct Count {
    var count = 0
    var line: Int?

    mutating func add(line: Int) {
      count += 1
      self.line = self.line ?? line
    }
  }

  /// Elements that are not objects.
  var damaged = Count()
  /// Records beyond the limit on reports.
  var omitted = Count()
  /// Records without a failure that is read.
  var empty = Count()

  /// Adds a note on each kind.
  func note(in notes: inout NoteList, limit: Int) {
    if damaged.count > 0 {
      let words = damaged.count == 1 ? "1 element of the list is" : "\(damaged.count) elements of the list are"
      notes.add("damaged", "\(words) not a record, and not read.", line: damaged.line)
    }
    if empty.count > 0 {
      let words = empty.count == 1 ? "1 more record" : "\(empty.count) more records"
      notes.add("other-records", "\(words) of the list gave no report.", line: empty.line)
    }
    if omitted.count > 0 {
      let words = omitted.count == 1 ? "1 more record was" : "\(omitted.count) more records were"
      notes.add("limit-reached", "\(words) not read: the limit is \(limit) reports.", line: omitted.line)
    }
  }
}

/// A decoder of a body that may have several records, each of which is a report.
protocol RecordListDecoder: JSONBodyDecoder {
  /// The records that gave no report.
  var records: RecordCounts { get set }
  /// The number of complete reports.
  var reportCount: Int { get }
}

extension RecordListDecoder {
  /// Reads the elements of a list of records. `readRecord` consumes each object, and may complete reports. What is not an
  /// object, and what is beyond the limit on reports, is counted and does not end the list.
  ///
  /// - Parameter countsEmpty: Whether a record without a report is counted here; otherwise the decoder names it.
  mutating func readRecords(countsEmpty: Bool = true, _ readRecord: (inout Self) -> Void) {
    readArray { decoder in
      let line = decoder.lineOfValue()
      guard decoder.cursor.peek() == UInt8(ascii: "{") else {
        decoder.cursor.skipValue()
        // The end of a truncated list is not an element.
        if decoder.cursor.fault == nil { decoder.records.damaged.add(line: line) }
        return
      }
      let count = decoder.reportCount
      guard count < decoder.limits.reports else {
        decoder.cursor.skipValue()
        return decoder.records.omitted.add(line: line)
      }
      readRecord(&decoder)
      // A truncated record may lack what would make it a report.
      if countsEmpty, decoder.reportCount == count, decoder.cursor.fault == nil {
        decoder.records.empty.add(line: line)
      }
    }
  }
}
