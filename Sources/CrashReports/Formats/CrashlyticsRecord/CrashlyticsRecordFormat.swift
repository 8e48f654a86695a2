extension ReportFormat {
  /// The files that the Crashlytics SDK writes on the device.
  static let crashlyticsRecord = ReportFormat(
    id: "crashlytics-record",
    title: "Crashlytics record, JSON lines (.clsrecord)",
    summary:
      "What the Crashlytics SDK stores on the device when an app crashes: an object with one member in each line. The "
      + "images are in another file, `binary_images.clsrecord`; append it to this one to have both.",
    example: #"{"mach_exception":{"exception":1,"codes":[1,0],"name":"EXC_BAD_ACCESS",…}}"#,
    isRead: true, canRewriteFrames: false,
    recognize: { segment in segment.shape?.isCrashlyticsRecord == true ? .certain : .no },
    decode: { segment, limits in
      var decoder = CrashlyticsRecordDecoder(segment, limits)
      return decoder.decode(segment)
    })
}
