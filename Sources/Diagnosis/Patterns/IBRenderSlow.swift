extension Pattern {
  /// A view that was drawn, but slowly: a warning, even where the log calls it an error.
  static let ibRenderSlow: Pattern = Pattern(
    "ib-render-slow",
    title: "Slow rendering: a designable view took longer to draw than Interface Builder's limit",
    family: .designables,
    severity: .warning,
    symptom: """
      Xcode's issue list reports that rendering a view "took longer than 200 ms". The view may still be drawn.
      """,
    grades: [
      Grade(.certain, cause: .possible, .text([wording], statement: statement))
    ],
    headline: "Slow rendering: {object|the view} took longer than {limit|200} ms to draw in Interface Builder",
    cause: """
      Interface Builder measures how long {object|the view} takes. The usual reason is work in init, layoutSubviews, \
      prepareForInterfaceBuilder or draw(_:), such as decoding large images, file or network access, or shadows \
      without a path. Rendering is also slow while a debugger is attached to the agent, and when the agent is about \
      to crash.
      """,
    remedy: [
      """
      Select {object|the view}, then choose Editor > Debug Selected Views, and find out what the view does before it \
      is drawn.
      """,
      """
      Move the loading of images and files out of drawing, and draw a simple placeholder in \
      prepareForInterfaceBuilder.
      """,
      "If the agent also crashed, fix the crash first: the slowness may be a side effect.",
    ],
    changes: [
      Change(
        "swift",
        after: """
          override func prepareForInterfaceBuilder() {
            super.prepareForInterfaceBuilder()
            imageView.image = nil                       // nothing is decoded at design time
            layer.shadowPath = UIBezierPath(rect: bounds).cgPath
          }
          """),
      Change(
        "objective-c",
        after: """
          - (void)prepareForInterfaceBuilder {
            [super prepareForInterfaceBuilder];
            self.imageView.image = nil;                 // nothing is decoded at design time
            self.layer.shadowPath = [UIBezierPath bezierPathWithRect:self.bounds].CGPath;
          }
          """),
    ],
    gaps: [
      Gap(
        unless: .hasStack,
        "A sample of the agent while it draws: it would show where the time is spent (sample IBDesignablesAgent).")
    ],
    lookalikes: [
      LookAlike("ib-agent-hang", because: "The drawing finished; it was only slow.")
    ],
    references: [.appleDesignableViews],
    searchTerms: """
      drawing took longer than 200 ms
      designable slow
      took longer than 200 ms
      slow drawing
      rendering slow
      """,
    examples: [
      .matches(
        "slow, without another failure",
        """
        →Main.storyboard: warning: IB Designables: Failed to render instance of CardView: Rendering the view took longer than 200 ms. Your drawing code may suffer from slow performance.
        """),
      .doesNotMatch(
        "a crash without a measured time",
        """
        Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed
        """),
      .doesNotMatch(
        "an app's own message about slow drawing",
        """
        2024-05-04 10:11:12.131 MyApp[4711:2342] Rendering of page 4 took longer than 200 ms.
        """),
    ])

  private static let wording: TextTemplate = "Rendering the view took longer than {limit} ms"
  private static let statement = "Interface Builder measured more than {limit} ms for drawing the view."
}
