extension CrashReport {
  /// Replaces every line number of the report. Lines of source files are not lines of the input and do not change.
  package mutating func changeLines(_ change: (Int) -> Int) {
    source.firstLine = source.firstLine.map(change)
    source.lastLine = source.lastLine.map(change)
    lines = lines.mapValues(change)
    for index in 0..<(applicationSpecificInformation?.count ?? 0) {
      let line = applicationSpecificInformation?[index].line
      applicationSpecificInformation?[index].line = line.map(change)
    }
    for index in 0..<(images?.count ?? 0) {
      let line = images?[index].line
      images?[index].line = line.map(change)
    }
    for index in 0..<(threads?.count ?? 0) {
      let line = threads?[index].line
      threads?[index].line = line.map(change)
      for entry in 0..<(threads?[index].recursion.count ?? 0) {
        let line = threads?[index].recursion[entry].keyFrame?.line
        threads?[index].recursion[entry].keyFrame?.line = line.map(change)
      }
    }
    changeEachStack { frames, _ in
      for index in frames.indices { frames[index].line = frames[index].line.map(change) }
    }
    for index in previewMessages.indices {
      previewMessages[index].line = change(previewMessages[index].line)
      previewMessages[index].lastLine = change(previewMessages[index].lastLine)
    }
    for index in documentMessages.indices { documentMessages[index].line = change(documentMessages[index].line) }
    for index in canvasLines.indices { canvasLines[index].line = change(canvasLines[index].line) }
    for index in consoleLines.indices { consoleLines[index].line = change(consoleLines[index].line) }
    for index in loaderMessages.indices { loaderMessages[index].line = change(loaderMessages[index].line) }
    Self.changeLines(of: &details, change)
  }

  private static func changeLines(of details: inout [Detail], _ change: (Int) -> Int) {
    for index in details.indices {
      details[index].line = details[index].line.map(change)
      guard case .rows(var rows) = details[index].value else { continue }
      for row in rows.indices { changeLines(of: &rows[row], change) }
      details[index].value = .rows(rows)
    }
  }
}
