import Diagnosis
import SourceText

extension ProjectCheck {
  /// Code that runs while the image is loaded requires the running app.
  static let ibLoadTimeCode = ProjectCheck(
    "ib-load-time-code",
    title: "+load or a constructor requires the running app",
    explanation: """
      Interface Builder loads the app as a library: +load and constructors run, main() does not, and there is no \
      application and no bundle identifier. Reported in a project with designable classes if such code uses the user \
      notification center or the application delegate, which crashes the agent.
      """,
    examples: [
      .fault(
        "the user notification center in +load",
        [
          (
            "Push.m",
            """
            @implementation Push
            + (void)load {
            →  [UNUserNotificationCenter currentNotificationCenter].delegate = [Push shared];
            }
            @end
            IB_DESIGNABLE
            @interface CardView : UIView
            @end
            """
          )
        ]),
      .noFault(
        "the same, excluded in Interface Builder",
        [
          (
            "Push.m",
            """
            @implementation Push
            + (void)load {
            #if !TARGET_INTERFACE_BUILDER
              [UNUserNotificationCenter currentNotificationCenter].delegate = [Push shared];
            #endif
            }
            @end
            IB_DESIGNABLE
            @interface CardView : UIView
            @end
            """
          )
        ]),
    ]
  ) { index in
    guard !index.designableClasses.isEmpty else { return [] }
    var hits: [Hit] = []
    let calls: [([String], String)] = [
      (["UNUserNotificationCenter", "currentNotificationCenter"], "the user notification center"),
      (["[", "UIApplication", "sharedApplication", "]", ".", "delegate"], "the application delegate"),
      (["[", "[", "UIApplication", "sharedApplication", "]", "delegate"], "the application delegate"),
    ]
    for code in index.functionBodies where code.runsAtLoad {
      for (words, what) in calls {
        for position in code.body.positions(of: words)
        where code.body[position].inDesigner && code.body.isUnconditional(at: position) {
          hits.append(
            Hit(
              headline: "\(code.name) uses \(what) while the image is loaded",
              locations: [
                index.location(
                  code.file, code.body.line(position), "In Interface Builder's agent, there is no application."),
                index.location(code.file, code.line, "\(code.name) runs while the image is loaded."),
              ],
              remedy: "Move the call out of \(code.name), or exclude it with #if !TARGET_INTERFACE_BUILDER.",
              subjects: [code.name, code.type ?? code.name]))
        }
      }
    }
    return hits
  }
}
