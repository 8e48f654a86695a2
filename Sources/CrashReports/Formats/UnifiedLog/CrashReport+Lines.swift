extension CrashReport {
  /// Replaces every line number in the report with the result of `change`.
  mutating func changeLines(_ change: (Int) -> Int) {
    func changed(_ line: Int?) -> Int? { line.map(change) }
    source.firstLine = changed(source.firstLine)
    source.lastLine = changed(source.lastLine)
    lines = lines.mapValues(change)
    for index in consoleLines.indices { consoleLines[index].line = change(consoleLines[index].line) }
    for index in loaderMessages.indices { loaderMessages[index].line = change(loaderMessages[index].line) }
    for index in documentMessages.indices { documentMessages[index].line = change(documentMessages[index].line) }
    for index in previewMessages.indices {
      previewMessages[index].line = change(previewMessages[index].line)
      previewMessages[index].lastLine = change(previewMessages[index].lastLine)
    }
    for index in details.indices { details[index].line = changed(details[index].line) }
    let messages = applicationSpecificInformation?.count ?? 0
    for index in 0..<messages {
      let line = changed(applicationSpecificInformation?[index].line)
      applicationSpecificInformation?[index].line = line
    }
    let imageCount = images?.count ?? 0
    for index in 0..<imageCount {
      let line = changed(images?[index].line)
      images?[index].line = line
    }
    let threadCount = threads?.count ?? 0
    for index in 0..<threadCount {
      let line = changed(threads?[index].line)
      threads?[index].line = line
    }
    changeEachStack { frames, _ in
      for index in frames.indices { frames[index].line = changed(frames[index].line) }
    }
  }
}
