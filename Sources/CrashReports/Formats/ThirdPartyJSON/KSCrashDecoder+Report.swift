import Vocabulary

extension KSCrashDecoder {
  /// Sorts the images and sets those of the frames read so far.
  mutating func finishImages() {
    guard !images.isEmpty else { return }
    report.images = images.sorted { ($0.loadAddress?.value ?? .max) < ($1.loadAddress?.value ?? .max) }
    report.resolveFrames(in: report.images ?? [])
  }

  /// Converts the failure to the exception, kind and summary of the report.
  mutating func finish() {
    if report.images == nil { finishImages() }
    if omittedImages > 0 {
      notes.add("limit-reached", "\(omittedImages) images after the first \(limits.images) were not read.")
    }
    guard !failure.isEmpty else { return }
    var exception = CrashReport.Exception()
    // A deadlock and a report on a signal alone have the Mach exception 0, with codes that mean nothing.
    let machException = failure.machName ?? failure.machType.flatMap(SystemNames.exception)
    exception.type = machException
    exception.signal = failure.signalName ?? failure.signal.flatMap(SystemNames.signal)
    if exception.type == nil { (exception.type, exception.signal) = (exception.signal, nil) }
    if machException != nil, let code = failure.machCode {
      exception.codes = [code] + (failure.machSubcode.map { [$0] } ?? [])
    }
    exception.name = failure.exceptionName
    exception.reason = failure.exceptionReason ?? (failure.exceptionName == nil ? nil : failure.reason)
    if exception.name == nil { exception.message = failure.reason }
    let isAccess = exception.type == "EXC_BAD_ACCESS" || exception.type == "SIGSEGV" || exception.type == "SIGBUS"
    if isAccess, let address = failure.address { exception.faultAddress = RuntimeAddress(address) }
    if let name = failure.codeName ?? failure.signalCodeName {
      exception.subtype = isAccess ? name + (failure.address.map { " at \($0.hexadecimal)" } ?? "") : name
      report.lines[.exceptionSubtype] = failure.line
    }
    if !exception.isEmpty {
      report.exception = exception
      report.lines[.exceptionType] = failure.line
      if exception.reason != nil { report.lines[.exceptionReason] = failure.reasonLine ?? failure.line }
      if exception.message != nil { report.lines[.exceptionMessage] = failure.reasonLine ?? failure.line }
    }
    setEvent()
    report.add(.cause, failure.diagnosis ?? (failure.hasStackOverflow ? "Stack overflow" : nil))
  }
}

extension CrashReport {
  /// Sets the image of each frame that has an address but no image; `images` must be sorted by load address.
  mutating func resolveFrames(in images: [BinaryImage]) {
    changeEachStack { frames, _ in
      for index in frames.indices {
        guard frames[index].imageIndex == nil, let address = frames[index].address?.value,
          let found = IPSImageTable.index(of: address, in: images), let base = images[found].loadAddress?.value
        else { continue }
        frames[index].imageIndex = found
        frames[index].image = images[found].name ?? frames[index].image
        frames[index].imageOffset = ImageOffset(address - base)
      }
    }
  }
}
