extension ReportFormat {
  /// What the SDK of measure.sh sends for Apple platforms.
  static let measure = ReportFormat(
    id: "measure",
    title: "measure.sh exception, JSON",
    summary:
      "An exception of measure.sh from an Apple platform, alone, in its event, or in a session with other events, which "
      + "are skipped.",
    example: #"{"exceptions":[{"signal":"SIGABRT","frames":[…]}],"threads":[…],"binary_images":[…],"handled":false}"#,
    isRead: true, canRewriteFrames: false,
    recognize: { segment in segment.shape?.isMeasure == true ? .certain : .no },
    decode: { segment, limits in
      decodeBody(segment) { segment in
        var decoder = MeasureDecoder(segment, limits)
        return decoder.decode(segment)
      }
    })
}
