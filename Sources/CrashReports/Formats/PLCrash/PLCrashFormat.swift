extension ReportFormat {
  /// The binary report of PLCrashReporter, which App Center, HockeyApp and others store on the device.
  static let plcrash = ReportFormat(
    id: "plcrash",
    title: "PLCrashReporter report, binary (.plcrash)",
    summary:
      "The protocol buffer that PLCrashReporter writes on the device: threads, registers, images, signal, Mach exception "
      + "and uncaught NSException. The text that `plcrashutil` prints from it is read, too.",
    example: "plcrash␁ and the message CrashReport",
    isRead: true, canRewriteFrames: false,
    recognize: { segment in
      if case .binary = segment.content, segment.bytes.starts(with: plcrashMagic) { return .certain }
      return .no
    },
    decode: { segment, limits in
      var decoder = PLCrashDecoder(segment.bytes, limits)
      return decoder.decode()
    })

  /// The first seven bytes of a file; a byte with the version follows.
  static let plcrashMagic = Array("plcrash".utf8)
}
