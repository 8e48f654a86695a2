import CrashReports

extension Pattern {
  /// `self = nib[0]` after loading with `owner:self`: the owner is deallocated while the nib's connections still
  /// point to it.
  static let nibOwnerReplaced: Pattern = Pattern(
    "nib-owner-replaced",
    title: "An initializer loads a nib with owner self and then replaces self with the nib's root view",
    family: .nib,
    symptom: "The app crashes with EXC_BAD_ACCESS while a view loads its own nib, or soon after; not every time.",
    grades: [
      Grade(.certain, cause: .likely, .any([replaced, written])),
      Grade(.possible, cause: .possible, .all([.badAccess(), connecting, .not(.stackExhausted()), inferred])),
    ],
    headline: """
      {isinferred?Invalid memory access while {function|a view} loaded a nib: File's Owner may have been deallocated|\
      {class|The view} loads its nib with owner:self and then replaces self with the nib's first object}
      """,
    cause: """
      The nib was loaded with the new object as File's Owner, so outlets and actions were connected to it. Assigning \
      the root view to self releases that object: the connections point to freed memory, and every caller gets a view \
      whose owner was deallocated.
      """,
    remedy: [
      "Load the nib with owner nil in a class method that returns the root view, never in an initializer.",
      "Or keep self, and add the nib's root view as a subview: then File's Owner stays alive.",
    ],
    changes: [
      Change(
        "objective-c",
        before: """
          NSArray *nib = [bundle loadNibNamed:@"{class|CardView}" owner:self options:nil];
          self = nib[0];
          """,
        after: """
          + (instancetype)viewFromNib {
            UINib *nib = [UINib nibWithNibName:@"{class|CardView}" bundle:[NSBundle bundleForClass:self]];
            return [nib instantiateWithOwner:nil options:nil].firstObject;
          }
          """),
      Change(
        "swift",
        after: """
          static func fromNib() -> {class|CardView}? {
            let nib = UINib(nibName: "{class|CardView}", bundle: Bundle(for: {class|CardView}.self))
            return nib.instantiate(withOwner: nil).first as? {class|CardView}
          }
          """),
    ],
    gaps: [
      Gap(
        unless: .has(.source),
        "The source of the initializer: it would show whether self is replaced.")
    ],
    lookalikes: [
      LookAlike(
        "nib-self-class-recursion", because: "No sequence of calls repeats.", when: .not(.anyRepetition)),
      LookAlike(
        "objc-overrelease", because: "The code shows where the owner is released.", when: .any([replaced, written])),
    ],
    knownGaps: ["A replacement through another variable or a helper function is not detected."],
    references: [.nibFiles],
    supersedes: ["objc-overrelease", "memory-bad-access"],
    searchTerms: """
      file's owner replaced
      self replaced by nib root
      files owner
      """,
    examples: [
      .matches(
        "the replacement in an initializer", atLeast: .possible,
        """
        @implementation CardView
        - (instancetype)initWithFrame:(CGRect)frame {
          self = [super initWithFrame:frame];
          if (self) {
        →    NSArray *objects = [[NSBundle mainBundle] loadNibNamed:@"CardView" owner:self options:nil];
        →    self = objects[0];
          }
          return self;
        }
        @end
        """),
      .matches(
        "the fault occurs while the nib's connections are established", atLeast: .possible,
        """
        →Exception Type:        EXC_BAD_ACCESS (SIGSEGV)
        Exception Codes:       KERN_INVALID_ADDRESS at 0x0000bead0d0e8ff0

        Thread 0 Crashed:
        0   libobjc.A.dylib               	0x00000001a3b7f020 objc_msgSend + 32
        →1   UIKitCore                     	0x00000001a7e1a98c -[UIRuntimeOutletConnection connect] + 124
        2   UIKitCore                     	0x00000001a7e15048 -[UINib instantiateWithOwner:options:] + 1712
        →3   Cards                         	0x00000001000e4a30 -[CardView initWithFrame:] + 96
        """),
      .doesNotMatch(
        "the owner stays alive, and the root view becomes a subview",
        """
        @implementation CardView
        - (instancetype)initWithFrame:(CGRect)frame {
          self = [super initWithFrame:frame];
          UIView *root = [[NSBundle mainBundle] loadNibNamed:@"CardView" owner:self options:nil][0];
          [self addSubview:root];
          return self;
        }
        @end
        """),
      .doesNotMatch(
        "a class method without an owner",
        """
        @implementation CardView
        + (instancetype)card {
          return [[NSBundle mainBundle] loadNibNamed:@"CardView" owner:nil options:nil][0];
        }
        @end
        """),
    ])

  private static let replaced = Evidence.sourceClass(
    "a method that loads a nib with owner self and assigns self", explanations: [ownerStatement, replacedStatement]
  ) { type, context in
    for method in type.methods {
      let body = method.body
      func text(_ index: Int) -> String { body.indices.contains(index) ? body[index].text : "" }
      guard
        let owner = body.indices.first(where: {
          ["owner", "instantiateWithOwner"].contains(text($0)) && text($0 + 1) == ":" && text($0 + 2) == "self"
        })
      else { continue }
      guard
        let assignment = body[owner...].indices.first(where: {
          text($0) == "self" && text($0 + 1) == "=" && text($0 + 2) != "="
            && (text($0 + 3) == "[" || (text($0 + 2) == "[" && !["super", "self"].contains(text($0 + 3))))
        })
      else { continue }
      return context.sourceMatch(
        type, method,
        [
          context.sourceWitness(line: body[owner].line, statement: ownerStatement),
          context.sourceWitness(line: body[assignment].line, statement: replacedStatement),
        ])
    }
    return nil
  }
  private static let ownerStatement = "The nib is loaded with self as its owner."
  private static let replacedStatement = "Then self is replaced: nothing retains the owner any longer."

  /// The same two statements in a text that is not recognized as source code.
  private static let written = Evidence.all([
    .text(["owner:self"], from: [.console], statement: "The nib is loaded with self as its owner."),
    .text(
      ["self = nib[0]", "self = nib.firstObject", "self = [nib objectAtIndex:0]", "self = [nib firstObject]"],
      statement: "Then self is replaced: nothing retains the owner any longer."),
  ])

  // Without the source, the replacement is only a possible reason for the crash.
  private static let inferred = Evidence.capture("isinferred", "true")

  private static let connecting = Evidence.frames([
    FrameQuery(["objc_msgSend*", "objc_retain*", "objc_release*", "objc_store*"], position: .first(2)),
    FrameQuery(
      ["-[UIRuntimeOutletConnection connect]", "-[UIRuntimeEventConnection connect]"],
      statement: "The fault occurred while a connection of the nib was established."),
    FrameQuery(
      ["-[* initWithFrame:]", "-[* initWithCoder:]", "-[* init]"], roles: [.app], blamed: true,
      statement: "{function} loads the nib."),
  ])
}
