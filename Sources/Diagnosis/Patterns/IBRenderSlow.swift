extension Pattern {
  /// A warning, whatever the log calls it: the view was drawn, only slowly.
  static let ibRenderSlow: Pattern = Pattern(
    "ib-render-slow",
    title: "A designable view took longer to draw than Interface Builder likes",
    family: .designables,
    severity: .warning,
    symptom: """
      Xcode's issue list says that drawing a view "took longer than 200 ms". The view may be drawn nevertheless.
      """,
    grades: [
      Grade(.certain, cause: .possible, .text([wording], statement: statement))
    ],
    headline: "Drawing {object|the view} took Interface Builder longer than {limit|200} ms",
    cause: """
      Interface Builder measures how long {object|the view} needs. Work in init, layoutSubviews, \
      prepareForInterfaceBuilder or draw(_:), as decoding large images, files, network or shadows without a path, is \
      the usual reason; a debugger attached to the agent, or an agent that is about to crash, makes it slow too.
      """,
    remedy: [
      "Choose {object|the view}, then Editor > Debug Selected Views, and see what it does before it is drawn.",
      "Move loading of images and files out of drawing, and draw a simple stand-in in prepareForInterfaceBuilder.",
      "If the agent crashed as well, treat that first: the slowness may be its companion.",
    ],
    changes: [
      Change(
        "swift",
        after: """
          override func prepareForInterfaceBuilder() {
            super.prepareForInterfaceBuilder()
            imageView.image = nil                       // nothing is decoded while editing
            layer.shadowPath = UIBezierPath(rect: bounds).cgPath
          }
          """),
      Change(
        "objective-c",
        after: """
          - (void)prepareForInterfaceBuilder {
            [super prepareForInterfaceBuilder];
            self.imageView.image = nil;                 // nothing is decoded while editing
            self.layer.shadowPath = [UIBezierPath bezierPathWithRect:self.bounds].CGPath;
          }
          """),
    ],
    gaps: [
      Gap(
        unless: .hasStack,
        "A sample of the agent while it draws: it would show where the time goes (sample IBDesignablesAgent).")
    ],
    lookalikes: [
      LookAlike("ib-agent-hang", because: "The drawing came to an end; it was only slow.")
    ],
    references: [.appleDesignableViews],
    examples: [
      .matches(
        "slow, and nothing worse",
        """
        →Main.storyboard: warning: IB Designables: Failed to render instance of CardView: Rendering the view took longer than 200 ms. Your drawing code may suffer from slow performance.
        """),
      .doesNotMatch(
        "a crash that says nothing of time",
        """
        Main.storyboard: error: IB Designables: Failed to render instance of CardView: The agent crashed
        """),
      .doesNotMatch(
        "an app's own complaint about slow drawing",
        """
        2024-05-04 10:11:12.131 MyApp[4711:2342] Rendering of page 4 took longer than 200 ms.
        """),
    ])

  private static let wording: TextTemplate = "Rendering the view took longer than {limit} ms"
  private static let statement = "Interface Builder measured more than {limit} ms for drawing the view."
}
