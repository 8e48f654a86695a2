extension ReportFormat {
  /// Events of Crashlytics from its API, from the tools of the Firebase command line, and from BigQuery.
  static let crashlyticsEvent = ReportFormat(
    id: "crashlytics-event",
    title: "Crashlytics event, JSON",
    summary:
      "An event, or a list of events, from the API of Crashlytics, from the tools that the Firebase command line has "
      + "for agents, or a row of the export to BigQuery. Each event of an Apple platform is a report; others are counted.",
    example: #"{"platform":"IOS","bundleOrPackage":"…","eventTime":"…","threads":[{"crashed":true,"frames":[…]}]}"#,
    isRead: true, canRewriteFrames: false,
    recognize: { $0.shape?.isCrashlyticsEvent == true ? .certain : .no },
    decode: { segment, limits in
      decodeBody(segment) { segment in
        var decoder = CrashlyticsEventDecoder(segment, limits)
        return decoder.decode(segment)
      }
    })
}
