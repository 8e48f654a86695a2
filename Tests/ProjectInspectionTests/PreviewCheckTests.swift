import CrashReports
import Diagnosis
import ProjectInspection
import Testing

/// Previews: an object that is missing from the environment is found in every form, and a supplied one never.
@Suite struct PreviewCheckTests {
  private func faults(_ text: String, _ id: String = "preview-environment-object-missing") -> [ProjectFault] {
    let index = ProjectIndex(files: [ProjectFile(path: "CardView.swift", text: text)])
    return ProjectCheck.with(id: id)?.faults(in: index) ?? []
  }

  /// How a view takes the object, and how a preview supplies it.
  static let wrappers: [(declaration: String, type: String, supply: [String])] = [
    (
      "@EnvironmentObject private var store: DeckStore", "final class DeckStore: ObservableObject { var title = \"\" }",
      [".environmentObject(DeckStore())", ".environmentObject(DeckStore.shared)", ".environmentObject(sample)"]
    ),
    (
      "@Environment(DeckStore.self) private var store", "@Observable\nfinal class DeckStore { var title = \"\" }",
      [".environment(DeckStore())", ".environment(DeckStore.self, DeckStore())", ".environment(sample)"]
    ),
    (
      "@EnvironmentObject var store: Core.DeckStore",
      "public class DeckStore: ObservableObject { public var title = \"\" }",
      [".environmentObject(DeckStore(title: \"a\"))", ".padding()\n    .environmentObject(DeckStore())"]
    ),
  ]
  /// Bodies that read the object each time.
  static let reads = [
    "Text(store.title)", "VStack {\n      Text(\"a\")\n      Text(store.title)\n    }",
    "TextField(\"a\", text: $store.title)",
    "NavigationStack { List { Section { Text(self.store.title) } } }", "header", "row(1)",
    "ForEach(store.titles) { Text($0) }", "if store.isEmpty { Text(\"a\") }", "Color.red.onAppear { store.load() }",
    "ScrollView(.horizontal) { HStack(spacing: 2) { Child(title: store.title) } }", "Inner()",
  ]
  /// Bodies that do not read it, or only later or under a condition.
  static let others = [
    "Text(\"a\")", "Button(\"a\") { store.load() }", "Text(\"a\").sheet(isPresented: $shows) { Text(store.title) }",
    "if shows { Text(store.title) }", "Text(other.store.title)", "Row(store: 1)",
    "NavigationLink(\"a\") { Text(store.title) }", "Text(shows ? store.title : \"\")", "Unknown { Text(store.title) }",
  ]
  /// Previews, with `%` for the view.
  static let previews: [String] = [
    "#Preview {\n  %\n}", "#Preview(\"Dark\", traits: .sizeThatFitsLayout) {\n  %\n}",
    "#Preview { NavigationStack { % } }",
    "#Preview {\n  let sample = DeckStore()\n  return %\n}",
    "struct CardView_Previews: PreviewProvider {\n  static let sample = DeckStore()\n  static var previews: some View {\n    %\n  }\n}",
    "struct Previews: PreviewProvider {\n  static var sample: DeckStore { DeckStore() }\n  static var previews: some View {\n    Group {\n      %\n        .preferredColorScheme(.dark)\n    }\n  }\n}",
  ]

  private func text(_ wrapper: (declaration: String, type: String, supply: [String]), _ body: String, _ preview: String)
    -> String
  {
    """
    \(wrapper.type)
    struct CardView: View {
      \(wrapper.declaration)
      @State private var shows = false
      var body: some View {
        \(body)
      }
      private var header: some View { Text(store.title) }
      private func row(_ number: Int) -> some View {
        HStack { Text(store.title) }
      }
    }
    struct Inner: View {
      \(wrapper.declaration)
      var body: some View { Text(store.title) }
    }
    \(preview)

    """
  }

  @Test func missingObjectIsFound() {
    for wrapper in Self.wrappers {
      for body in Self.reads {
        for preview in Self.previews {
          let text = text(wrapper, body, preview.replacing("%", with: "CardView()"))
          let found = faults(text)
          #expect(found.count == 1 && found[0].subjects.contains("DeckStore"), "\(text)")
        }
      }
    }
  }

  @Test func suppliedObjectIsNotAFault() {
    for wrapper in Self.wrappers {
      for body in Self.reads {
        for preview in Self.previews {
          for supply in wrapper.supply where !supply.contains("sample") || preview.contains("sample") {
            let text = text(wrapper, body, preview.replacing("%", with: "CardView()\n    \(supply)"))
            #expect(faults(text).isEmpty, "\(text)")
          }
        }
      }
    }
  }

  @Test func objectThatIsNotReadIsNotAFault() {
    for wrapper in Self.wrappers {
      for body in Self.others {
        for preview in Self.previews {
          let text = text(wrapper, body, preview.replacing("%", with: "CardView()"))
          #expect(faults(text).isEmpty, "\(text)")
        }
      }
    }
  }

  /// What the preview does to the environment is not known, so nothing is reported.
  static let unknown = [
    "#Preview { CardView().withSampleData() }", "#Preview { CardView().modifier(SampleData()) }",
    "#Preview(traits: .sampleData) { CardView() }", "#Preview { PreviewContainer { CardView() } }",
    "#Preview { PreviewContainer(content: CardView()) }", "#Preview { CardView().environmentObject(make()) }",
    "#Preview { CardView().inject(.preview) }", "#Preview { CardView.sample }", "#Preview { sample() }",
    "#Preview { UIHostingController(rootView: CardView()) }", "#Preview { CardController() }",
    "#Preview {\n  @Previewable @State var store = make()\n  CardView().environmentObject(store)\n}",
    "#Preview(body: { CardView() })",
  ]

  @Test(arguments: unknown)
  func unknownModifiersAreSilent(_ preview: String) {
    for wrapper in Self.wrappers {
      let text = text(wrapper, "Text(store.title)", preview)
      #expect(faults(text).isEmpty, "\(text)")
    }
  }

  /// A view that supplies the object to the views inside it.
  @Test func viewsSupplyObjects() {
    let model = "final class DeckStore: ObservableObject { var title = \"\" }\n"
    let inner =
      "struct Inner: View {\n  @EnvironmentObject var store: DeckStore\n  var body: some View { Text(store.title) }\n}\n"
    func outer(_ body: String) -> String {
      "struct CardView: View {\n  @StateObject var store = DeckStore()\n  var body: some View { \(body) }\n}\n#Preview { CardView() }\n"
    }
    #expect(faults(model + inner + outer("Inner()")).count == 1)
    #expect(faults(model + inner + outer("Inner().environmentObject(store)")).isEmpty)
    #expect(faults(model + inner + outer("VStack { Inner() }.environmentObject(DeckStore())")).isEmpty)
    #expect(faults(model + inner + outer("Wrapper { Inner() }")).isEmpty)
    // Two views of the same name, a generic parameter, a type that another module declares.
    #expect(faults(model + inner + inner + "#Preview { Inner() }\n").isEmpty)
    #expect(faults(inner + "#Preview { Inner() }\n").isEmpty)
    #expect(faults("typealias DeckStore = OtherStore\n" + inner + "#Preview { Inner() }\n").isEmpty)
  }

  @Test func diffSuppliesTheObject() throws {
    let text = text(Self.wrappers[0], "Text(store.title)", "#Preview {\n  CardView()\n}")
    let diff = try #require(faults(text).first?.diff)
    #expect(diff.contains("   CardView()\n+    .environmentObject(DeckStore())\n }"), "\(diff)")
  }

  private func verdict(_ preview: String, _ type: String) -> ProjectVerdict {
    let text = text(Self.wrappers[0], "Text(store.title)", preview)
    let index = ProjectIndex(files: [ProjectFile(path: "CardView.swift", text: text)])
    let finding = Finding(
      pattern: "preview-environment-object-missing", patternRevision: 1, confidence: .likely, certaintyOfCause: .likely,
      captures: ["type": type])
    return index.verdict(on: finding, in: CrashReport(source: CrashReport.Source(format: "console")))
  }

  @Test func projectConfirmsAndRefutes() {
    if case .confirmed(let faults) = verdict("#Preview { CardView() }", "DeckStore") {
      #expect(faults[0].check == "preview-environment-object-missing")
    } else {
      Issue.record("not confirmed")
    }
    if case .refuted(_, let location) = verdict(
      "#Preview {\n  CardView().environmentObject(DeckStore())\n}", "DeckStore")
    {
      #expect(location.line > 1)
    } else {
      Issue.record("not refuted")
    }
    #expect(verdict("#Preview { CardView().withSampleData() }", "DeckStore") == .silent)
    #expect(verdict("#Preview { CardView() }", "OtherStore") == .silent)
  }
}
