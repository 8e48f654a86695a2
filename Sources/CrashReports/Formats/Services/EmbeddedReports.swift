/// Reports in a text or a JSON document that is a member of another document.
enum EmbeddedReports {
  /// Reads every report of `bytes`, which the outer document has on `line`. Lines and offsets of the embedded text mean
  /// nothing to the reader of the outer document, so each is replaced.
  static func read(_ bytes: [UInt8], line: Int, limits: DecodingLimits) -> ReadOutcome {
    guard var outcome = readPart(bytes, limits) else { return ReadOutcome() }
    for index in outcome.reports.indices {
      outcome.reports[index].value.changeLines { _ in line }
      outcome.reports[index].value.source.quotesLines = false
      outcome.reports[index].value.source.byteRange = nil
      for note in outcome.reports[index].notes.indices where outcome.reports[index].notes[note].line != nil {
        outcome.reports[index].notes[note].line = line
      }
    }
    for index in outcome.faults.indices { (outcome.faults[index].line, outcome.faults[index].offset) = (line, nil) }
    return outcome
  }

  /// Reads every report in a part of `bytes` that is written in it as it is, such as an attachment. `line` is the line on
  /// which the part begins.
  static func read(_ bytes: [UInt8], _ range: Range<Int>, line: Int, limits: DecodingLimits) -> ReadOutcome {
    guard var outcome = readPart(Array(bytes[range]), limits) else { return ReadOutcome() }
    for index in outcome.reports.indices {
      outcome.reports[index].value.changeLines { $0 + line - 1 }
      let part = outcome.reports[index].value.source.byteRange ?? 0..<range.count
      outcome.reports[index].value.source.byteRange =
        part.lowerBound + range.lowerBound..<part.upperBound + range.lowerBound
      for note in outcome.reports[index].notes.indices {
        outcome.reports[index].notes[note].line? += line - 1
      }
    }
    for index in outcome.faults.indices {
      outcome.faults[index].line? += line - 1
      outcome.faults[index].offset? += range.lowerBound
    }
    return outcome
  }

  private static func readPart(_ bytes: [UInt8], _ limits: DecodingLimits) -> ReadOutcome? {
    guard limits.containers > 0, UnsupportedInput.fault(bytes) == nil else { return nil }
    var limits = limits
    limits.containers -= 1
    var pass = ReadingPass(bytes, start: InputEncoding.markLength(bytes), limits: limits)
    return pass.read()
  }
}

extension CrashReport {
  /// Adds what another description of the same event states and this report does not.
  mutating func fillIn(from other: CrashReport) {
    incident = incident ?? other.incident
    if var own = process {
      own.name = own.name ?? other.process?.name
      own.bundleID = own.bundleID ?? other.process?.bundleID
      own.version = own.version ?? other.process?.version
      own.build = own.build ?? other.process?.build
      own.pid = own.pid ?? other.process?.pid
      process = own
    } else {
      process = other.process
    }
    host.os = host.os ?? other.host.os
    host.osBuild = host.osBuild ?? other.host.osBuild
    host.device = host.device ?? other.host.device
    host.architecture = host.architecture ?? other.host.architecture
    host.isSimulator = host.isSimulator ?? other.host.isSimulator
    if times?.crashed == nil, let crashed = other.times?.crashed {
      var own = times ?? Times()
      own.crashed = crashed
      times = own
    }
    lines.merge(other.lines) { own, _ in own }
  }
}
