import CrashReports

extension Pattern {
  /// `self = nib[0]` after loading with `owner:self`: the owner goes away while the nib's connections point to it.
  static let nibOwnerReplaced: Pattern = Pattern(
    "nib-owner-replaced",
    title: "An initialiser replaces self by the nib's root view after it was the nib's owner",
    family: .nib,
    symptom: "The app crashes with EXC_BAD_ACCESS while, or soon after, a view loads its own nib; not every time.",
    grades: [
      Grade(.certain, cause: .likely, .any([replaced, written])),
      Grade(.possible, cause: .possible, .all([.badAccess(), connecting, .not(.stackExhausted())])),
    ],
    headline: "{class|The view} loads its nib with owner:self and then replaces self by the nib's first object",
    cause: """
      The nib was loaded with the new object as File's Owner, so outlets and actions were connected to it. Assigning \
      the root view to self releases that object: connections are left to freed memory, and every caller has a view \
      whose owner is gone.
      """,
    remedy: [
      "Load the nib with owner nil, in a class method that returns the root view, and never in an initialiser.",
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
        "The source of the initialiser: it would show whether self is replaced.")
    ],
    lookalikes: [
      LookAlike(
        "nib-self-class-recursion", because: "No round of calls repeats.", when: .not(.anyRepetition)),
      LookAlike(
        "objc-overrelease", because: "The code shows what releases the owner.", when: .any([replaced, written])),
    ],
    knownGaps: ["A replacement by way of another variable or a helper is not seen."],
    references: [.nibFiles],
    supersedes: ["objc-overrelease", "memory-bad-access"],
    examples: [
      .matches(
        "in the initialiser",
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
        "the fault comes while the nib's connections are made", atLeast: .possible,
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
        "the owner stays, and the root becomes a subview",
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
    "a method that loads a nib with owner self and assigns self", explanations: [ownerSays, replacedSays]
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
      return context.sourceProof(
        type, method,
        [
          context.sourceWitness(line: body[owner].line, statement: ownerSays),
          context.sourceWitness(line: body[assignment].line, statement: replacedSays),
        ])
    }
    return nil
  }
  private static let ownerSays = "The nib is loaded with self as its owner."
  private static let replacedSays = "Then self is replaced: nothing holds the owner any more."

  /// The same two statements in a text that is not recognised as source.
  private static let written = Evidence.all([
    .text(["owner:self"], from: [.console], statement: "The nib is loaded with self as its owner."),
    .text(
      ["self = nib[0]", "self = nib.firstObject", "self = [nib objectAtIndex:0]", "self = [nib firstObject]"],
      statement: "Then self is replaced: nothing holds the owner any more."),
  ])

  private static let connecting = Evidence.frames([
    FrameQuery(["objc_msgSend*", "objc_retain*", "objc_release*", "objc_store*"], position: .first(2)),
    FrameQuery(
      ["-[UIRuntimeOutletConnection connect]", "-[UIRuntimeEventConnection connect]"],
      statement: "The fault came while a nib's connection was made."),
    FrameQuery(
      ["-[* initWithFrame:]", "-[* initWithCoder:]", "-[* init]"], roles: [.app], blamed: true,
      statement:
        "{function} loads the nib."),
  ])
}
