import Vocabulary

extension StackshotDecoder {
  /// Reads `binaryImages`, arrays of UUID, load address and kind.
  mutating func readImages() {
    report.lines[.images] = lineOfValue()
    readArray { decoder in
      guard decoder.images.count < decoder.limits.images else {
        decoder.omittedImages += 1
        decoder.cursor.skipValue()
        return
      }
      let line = decoder.lineOfValue()
      var uuid: ImageUUID?
      var base: UInt64 = 0
      var position = 0
      decoder.readArray { decoder in
        switch position {
        case 0: uuid = decoder.cursor.readNonEmpty(limit: 64).flatMap { ImageUUID($0) }
        case 1: base = decoder.cursor.readUInt64() ?? 0
        default: decoder.cursor.skipValue()
        }
        position += 1
      }
      decoder.images.append((uuid, base, line))
    }
  }

  /// Reads the threads of the process at the cursor; returns the number of frames read.
  mutating func readThreads() -> Int {
    var threads: [(id: UInt64, thread: CrashReport.Thread)] = []
    var left = limits.frames
    var omitted = 0
    readObject(Key.keys) { decoder, key in
      guard key == .threadById, decoder.cursor.enterObject() else { return key == .threadById }
      while let name = decoder.cursor.nextKey() {
        guard threads.count < decoder.limits.threads, left > 0 else {
          omitted += 1
          decoder.cursor.skipValue()
          continue
        }
        let id = ByteSearch.integer(decoder.cursor.bytes, name.range) ?? .max
        let thread = decoder.readThread(index: threads.count, &left)
        threads.append((id, thread))
      }
      return true
    }
    // Thread identifiers increase in order of creation, so the lowest is that of the main thread.
    threads.sort { $0.id < $1.id }
    var all = threads.map(\.thread)
    for index in all.indices { all[index].index = index }
    if !all.isEmpty { all[0].crashed = true }
    resolveImages(&all)
    report.threads = all
    if omitted > 0 {
      notes.add("limit-reached", "\(omitted) threads were not read: the limit of threads or frames was reached.")
    }
    if omittedImages > 0 {
      notes.add("limit-reached", "\(omittedImages) images after the first \(limits.images) were not read.")
    }
    return limits.frames - left
  }

  private mutating func readThread(index: Int, _ left: inout Int) -> CrashReport.Thread {
    var thread = CrashReport.Thread(index: index)
    thread.line = lineOfValue()
    var user = FrameList()
    var kernel = FrameList()
    var budget = left
    readObject(Key.keys) { decoder, key in
      switch key {
      case .name: thread.name = decoder.cursor.readNonEmpty(limit: 1024)
      case .queue: thread.queue = decoder.cursor.readNonEmpty(limit: 1024)
      case .userFrames: user = decoder.readFrames(&budget)
      case .kernelFrames: kernel = decoder.readFrames(&budget)
      default: return false
      }
      return true
    }
    left = budget
    // In the kernel all waiting threads look alike; the user frames show what a thread waits for.
    let list = user.frames.isEmpty ? kernel : user
    thread.frames = list.frames
    thread.omittedFrames = list.omitted
    return thread
  }

  /// Reads `[[23,51640],[24,96068]]`: index of the image and offset in it, innermost frame first.
  private mutating func readFrames(_ left: inout Int) -> FrameList {
    var list = FrameList()
    let limit = max(limits.framesPerThread, 2)
    var budget = left
    readArray { decoder in
      guard budget > 0 else { return decoder.cursor.skipValue() }
      let line = decoder.lineOfValue()
      var image: Int?
      var offset: UInt64?
      var position = 0
      decoder.readArray { decoder in
        switch position {
        case 0: image = decoder.cursor.readInt()
        case 1: offset = decoder.cursor.readUInt64()
        default: decoder.cursor.skipValue()
        }
        position += 1
      }
      guard let offset, decoder.cursor.fault == nil else { return }
      budget -= 1
      list.append(limit: limit) { frame in
        frame.imageIndex = image
        frame.imageOffset = ImageOffset(offset)
        frame.addressKind = frame.index == 0 ? .exact : .return
        frame.line = line
      }
    }
    left = budget
    list.finish(limit: limit)
    return list
  }

  /// Sets the images and addresses of frames; only images that a frame refers to are stored in the report.
  private mutating func resolveImages(_ threads: inout [CrashReport.Thread]) {
    var used: Set<Int> = []
    for thread in threads {
      for frame in thread.frames {
        if let index = frame.imageIndex, images.indices.contains(index) { used.insert(index) }
      }
    }
    let order = used.filter { images[$0].uuid?.isNull == false }.sorted {
      (images[$0].base, $0) < (images[$1].base, $1)
    }
    var positions: [Int: Int] = [:]
    report.images = order.enumerated().map { position, index in
      positions[index] = position
      var image = BinaryImage()
      image.uuid = images[index].uuid
      image.loadAddress = RuntimeAddress(images[index].base)
      image.line = images[index].line
      return image
    }
    var overflows = 0
    for thread in threads.indices {
      for at in threads[thread].frames.indices {
        guard let index = threads[thread].frames[at].imageIndex else { continue }
        let offset = threads[thread].frames[at].imageOffset?.value ?? 0
        threads[thread].frames[at].imageIndex = positions[index]
        let base = images.indices.contains(index) ? images[index].base : nil
        if positions[index] == nil { threads[thread].frames[at].imageOffset = nil }
        guard let base else { continue }
        let (address, overflow) = base.addingReportingOverflow(offset)
        if overflow { overflows += 1 } else { threads[thread].frames[at].address = RuntimeAddress(address) }
      }
      // The end of the stack is written as offset 0 in a placeholder image.
      while let last = threads[thread].frames.last, last.imageIndex == nil, last.address?.value ?? 0 == 0 {
        threads[thread].frames.removeLast()
      }
    }
    if overflows > 0 {
      notes.add(
        "address-overflow", "\(overflows) frames have an offset beyond the end of the address space and no address.")
    }
  }
}
