import Diagnosis
import Testing

/// A text that describes a failure without a record of it leads to the topics that explain the failure.
struct QuestionIndexTests {
  private static func topics(_ text: String) -> [String] { QuestionIndex.catalog.topics(askedIn: Array(text.utf8)) }

  /// Sentences in several languages, and the identifiers of the topics of which one must be named.
  static let questions: [(text: String, topics: [String])] = [
    (
      "Why does my app crash when I force unwrap an outlet that is still nil in viewDidLoad?",
      ["swift-nil-unwrap"]
    ),
    (
      "My button's action crashes because the controller does not respond to the selector any more.",
      ["unrecognized-selector"]
    ),
    (
      "The system kills my app at launch when it takes longer than twenty seconds to start.",
      ["watchdog-8badf00d"]
    ),
    (
      "After scrolling through many large photos iOS terminates the app because it uses too much memory.",
      ["jetsam-memory", "exc-resource-memory"]
    ),
    (
      "We update a label from a background queue and sometimes the app crashes, do we have to use the main thread?",
      ["ui-off-main-thread"]
    ),
    (
      "The app quits immediately on the device since the embedded framework could not be found at launch.",
      ["dyld-library-missing"]
    ),
    (
      "Since I added an attribute to the data model, the old Core Data store cannot be opened after an update.",
      ["coredata-model-incompatible"]
    ),
    (
      "My recursive function never ends and the program dies when the stack is used up.",
      ["stack-overflow"]
    ),
    (
      "The app closes itself as soon as it asks for the camera, although the permission text was added... or was it not in Info.plist?",
      ["tcc-missing-usage"]
    ),
    (
      "Our app is suspended in the background while it still holds a lock on the shared database and then gets terminated.",
      ["file-lock-dead10cc"]
    ),
    (
      "Приложение падает, когда я обращаюсь к элементу массива по индексу, которого нет.",
      ["swift-index-out-of-range", "nsexception-range"]
    ),
    (
      "При открытии экрана приложение падает: не удаётся найти xib в бандле фреймворка.",
      ["nib-missing-in-bundle"]
    ),
    (
      "Обращение к уже освобождённому объекту роняет программу, похоже на зомби.",
      ["memory-use-after-free", "objc-zombie-message"]
    ),
    (
      "Система убивает приложение при запуске, потому что оно слишком долго стартует.",
      ["watchdog-8badf00d"]
    ),
    (
      "Интерфейс обновляется из фонового потока, и иногда всё падает. Нужно ли делать это в главном потоке?",
      ["ui-off-main-thread"]
    ),
    (
      "Забыл удалить наблюдателя KVO, и при освобождении объекта приложение вылетает.",
      ["kvo-observer-dealloc", "kvo-observer-not-registered", "kvo-unhandled"]
    ),
    (
      "Предпросмотр SwiftUI в Xcode не открывается и пишет, что приложение упало.",
      ["preview-crashed", "preview-failed-unspecified", "preview-timeout"]
    ),
    (
      "Принудительное приведение типа as! завершает программу с ошибкой.",
      ["swift-forced-cast"]
    ),
    (
      "Interface Builder очень долго отрисовывает мой компонент, Xcode тормозит.",
      ["ib-render-slow", "ib-agent-hang"]
    ),
    (
      "Одновременный доступ к переменной: Swift говорит о нарушении эксклюзивного доступа.",
      ["swift-exclusivity"]
    ),
    (
      "强制解包可选值的时候程序崩溃，因为值是nil",
      ["swift-nil-unwrap"]
    ),
    (
      "点击按钮就闪退，提示找不到方法，对象没有实现这个选择器",
      ["unrecognized-selector"]
    ),
    (
      "应用占用内存太多，被系统杀掉了，怎么办？",
      ["jetsam-memory", "exc-resource-memory"]
    ),
    (
      "在子线程刷新界面有时候会崩溃，必须回到主线程吗？",
      ["ui-off-main-thread"]
    ),
    (
      "数组越界导致应用崩溃",
      ["nsexception-range", "swift-index-out-of-range"]
    ),
    (
      "真机启动就崩溃，提示找不到动态库",
      ["dyld-library-missing", "ib-dlopen-library-missing"]
    ),
    (
      "往字典里插入空对象就会闪退",
      ["nsexception-nil-insert"]
    ),
    (
      "打开Storyboard时Xcode一直卡死，渲染自定义控件没有响应",
      ["ib-agent-hang", "ib-render-slow"]
    ),
    (
      "没有在Info.plist里写相机权限说明，一打开相机就崩溃",
      ["tcc-missing-usage"]
    ),
    (
      "修改了Core Data数据模型以后，旧的数据库打不开",
      ["coredata-model-incompatible"]
    ),
    (
      "オプショナルを強制アンラップしたらnilでアプリがクラッシュします",
      ["swift-nil-unwrap"]
    ),
    (
      "起動に時間がかかりすぎてシステムにアプリを終了されます",
      ["watchdog-8badf00d"]
    ),
    (
      "バックグラウンドスレッドから画面を更新するとクラッシュすることがあります",
      ["ui-off-main-thread"]
    ),
    (
      "ストーリーボードでカスタムビューが表示されず、実行すると表示されます",
      ["ib-preview-blank-no-error", "ib-agent-crashed-unspecified", "ib-initframe-unimplemented"]
    ),
    (
      "配列の範囲外のインデックスにアクセスして落ちます",
      ["nsexception-range", "swift-index-out-of-range"]
    ),
    (
      "Eine endlose Rekursion läuft, bis der Stapel voll ist und das Programm abstürzt.",
      ["stack-overflow"]
    ),
    (
      "Die App verbraucht zu viel Speicher und wird vom System beendet.",
      ["jetsam-memory", "exc-resource-memory"]
    ),
    (
      "Der View-Outlet im Nib ist nicht gesetzt, beim Öffnen stürzt die App ab.",
      ["nib-view-outlet-not-set", "swift-nil-unwrap", "nib-kvc-undefined-key"]
    ),
    (
      "Beim Start findet die App das eingebettete Framework nicht und stürzt sofort ab.",
      ["dyld-library-missing", "ib-dlopen-library-missing"]
    ),
    (
      "In der Vorschau des Interface Builders wird awakeFromNib nie aufgerufen, die Ansicht bleibt leer.",
      ["ib-awakefromnib-not-called", "ib-prepare-not-called"]
    ),
  ]

  @Test func questionsLeadToTheirTopics() {
    var missed: [String] = []
    for (text, topics) in Self.questions {
      let found = Self.topics(text)
      #expect(found.count <= QuestionIndex.maxTopics)
      if Set(found).isDisjoint(with: topics) { missed.append("\(text): \(found)") }
    }
    #expect(missed.count * 10 <= Self.questions.count, "\(missed.count) missed: \(missed.joined(separator: "\n"))")
  }

  /// Sentences about something else, also about failures of other platforms and of the past.
  static let others = [
    "Preheat the oven to 180 degrees, mix the butter with sugar and add two eggs.",
    "My Android app crashes with a NullPointerException when the RecyclerView adapter is empty.",
    "Version 4.2: fixed a crash on launch, improved performance, added dark mode.",
    "The meeting moves to Thursday at ten; please bring the printed agenda.",
    "How do I change the wallpaper on my Windows laptop without admin rights?",
    "The stack of pancakes fell over because the plate was out of range of my hand.",
    "Release notes: this update improves memory usage and contains bug fixes for the preview.",
    "The stock market crashed yesterday and investors lost billions in one session.",
    "My car makes a strange noise when the engine is cold and then it hangs at the lights.",
    "Which JavaScript framework should I learn first, React or Vue?",
    "The gradle build fails with a missing dependency in our Kotlin Android module.",
    "A thread about the best view of the harbour, with photos of the bridge.",
    "Смешайте муку с водой, добавьте соль и оставьте тесто на час.",
    "В новой версии исправлены ошибки и улучшена производительность.",
    "Приложение для Android падает при повороте экрана, в логах NullPointerException.",
    "Какая завтра будет погода в Москве?",
    "Самолёт разбился вскоре после взлёта, причины выясняются.",
    "Подскажите хороший фильм для вечера с друзьями.",
    "先把鸡蛋打散，再加入面粉和糖搅拌均匀。",
    "安卓手机上的应用一打开就闪退，日志里有空指针异常。",
    "新版本修复了若干问题，优化了性能。",
    "明天下午三点在会议室开会，请准时参加。",
    "这家餐厅的线上预订系统很方便。",
    "电脑系统崩溃了，Windows蓝屏怎么办？",
    "卵と砂糖をよく混ぜてから小麦粉を加えます。",
    "アンドロイドのアプリが起動時に落ちます。",
    "新しいバージョンでは不具合を修正し、性能を改善しました。",
    "Das Rezept braucht zwei Eier, Mehl und etwas Zucker.",
    "Der Zug nach Hamburg hat heute zwanzig Minuten Verspätung.",
    "Version 3.1 behebt Fehler und verbessert die Leistung.",
  ]

  @Test(arguments: others) func otherTextsLeadNowhere(text: String) { #expect(Self.topics(text).isEmpty) }

  /// The search terms of a pattern lead to it, in a sentence.
  @Test func searchTermsInASentence() {
    var (right, count) = (0, 0)
    for pattern in Pattern.catalog {
      let terms = pattern.searchTerms.split(separator: "\n").filter { $0.split(separator: " ").count >= 4 }
      for term in terms.prefix(2) {
        count += 1
        if Self.topics("Why does my app crash with \(term)?").contains(pattern.id) { right += 1 }
      }
    }
    #expect(count > 100)
    #expect(right * 100 >= count * 85, "\(right) of \(count)")
  }

  /// Names of codes and exceptions are topics, too.
  @Test func codesAreTopics() {
    #expect(Self.topics("My app was killed with 0x8badf00d, what does that mean?").first == "0x8badf00d")
    #expect(Self.topics("What is EXC_BAD_ACCESS?").first == "EXC_BAD_ACCESS")
  }

  @Test(arguments: [
    "", " ", "{\"a\": \"crash in nib\"}", String(repeating: "nib crash ", count: 1000), "\u{0}", "。、", "-",
  ])
  func otherInputs(text: String) { #expect(Self.topics(text).isEmpty) }
}
