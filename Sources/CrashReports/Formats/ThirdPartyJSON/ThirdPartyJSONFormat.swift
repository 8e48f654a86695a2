extension ReportFormat {
  /// The JSON formats of KSCrash and Sentry.
  static let thirdPartyJSON = ReportFormat(
    id: "third-party-json",
    title: "Third-party crash report, JSON",
    summary:
      "The JSON that KSCrash writes on the device, also the nested report that it writes when it crashes itself; and a "
      + "Sentry event of an Apple platform.",
    example: #"{"report":{…},"crash":{"error":{…},"threads":[…]},"binary_images":[…]}"#,
    isRead: true, canRewriteFrames: false,
    recognize: { segment in
      guard let shape = segment.shape, shape.isThirdParty else { return .no }
      return shape.isCrashBody && !shape.markers.contains(.binaryImagesSnake) ? .possible : .likely
    },
    decode: { segment, limits in
      decodeBody(segment) { segment in
        if segment.shape?.isSentry == true {
          var decoder = SentryDecoder(segment, limits)
          return decoder.decode(segment)
        }
        var decoder = KSCrashDecoder(segment, limits)
        return decoder.decode(segment)
      }
    })
}
