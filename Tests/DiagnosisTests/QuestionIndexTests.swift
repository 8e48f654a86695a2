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
    (
      "Assigning the property inside its own setter makes my app crash, is that recursion?",
      ["objc-setter-recursion", "stack-overflow"]
    ),
    (
      "as! cannot cast my cell to the custom class and the app stops.",
      ["swift-forced-cast"]
    ),
    (
      "On an older iOS the app does not start because a symbol is not found in a system library.",
      ["dyld-symbol-missing"]
    ),
    (
      "free() complains that the pointer being freed was not allocated.",
      ["malloc-invalid-free"]
    ),
    (
      "The system stops my extension since it uses the processor for too long in the background.",
      ["exc-resource-cpu", "watch-background-cpu-c51bad01", "jetsam-cpu-limit"]
    ),
    (
      "The app gets killed right away because its code signature is invalid.",
      ["codesign-kill"]
    ),
    (
      "My async wrapper resumes the continuation twice and the app traps.",
      ["swift-continuation-resumed-twice"]
    ),
    (
      "I renamed an outlet and now loading the xib throws an exception about a key.",
      ["nib-kvc-undefined-key"]
    ),
    (
      "An inspectable property of an enum type does not appear in the attributes inspector.",
      ["ib-inspectable-unsupported-type"]
    ),
    (
      "The SwiftUI preview takes too long and gives up after thirty seconds.",
      ["preview-timeout", "preview-crashed", "preview-failed-unspecified"]
    ),
    (
      "Объекту отправляется сообщение, которого он не понимает, и приложение падает при нажатии кнопки.",
      ["unrecognized-selector"]
    ),
    (
      "Приложению не хватает памяти, и iOS его убивает.",
      ["jetsam-memory", "exc-resource-memory"]
    ),
    (
      "После установки на телефон приложение сразу закрывается: не найдена динамическая библиотека.",
      ["dyld-library-missing"]
    ),
    (
      "Приложение вылетает при обращении к микрофону, хотя описание в Info.plist, кажется, забыли.",
      ["tcc-missing-usage"]
    ),
    (
      "В словарь кладётся nil, и всё падает.",
      ["nsexception-nil-insert"]
    ),
    (
      "Функция вызывает саму себя бесконечно, пока не кончится стек.",
      ["stack-overflow"]
    ),
    (
      "После изменения модели Core Data старое хранилище не открывается, нужна миграция.",
      ["coredata-model-incompatible"]
    ),
    (
      "Мой кастомный контрол в сториборде пустой, а в симуляторе всё видно.",
      ["ib-preview-blank-no-error", "ib-awakefromnib-not-called", "ib-initframe-unimplemented"]
    ),
    (
      "Координаты слоя оказались NaN после деления на ноль, Core Animation бросает исключение.",
      ["nsexception-geometry-nan"]
    ),
    (
      "Целочисленное деление на ноль завершает программу.",
      ["exc-arithmetic"]
    ),
    (
      "Xcode提示Designables崩溃，代理进程崩溃了",
      ["ib-agent-crashed-unspecified", "ib-font-cfrelease-null", "ib-unified-agent-crashed"]
    ),
    (
      "删除了属性但是没有删除xib里的连线，运行时崩溃",
      ["nib-kvc-undefined-key"]
    ),
    (
      "函数无限递归导致栈溢出",
      ["stack-overflow"]
    ),
    (
      "访问了已经释放的对象，出现野指针崩溃",
      ["memory-use-after-free", "objc-zombie-message", "memory-bad-access"]
    ),
    (
      "没有移除KVO观察者，对象释放时崩溃",
      ["kvo-observer-dealloc", "kvo-unhandled", "kvo-observer-not-registered"]
    ),
    (
      "应用启动时间太长被系统看门狗杀死",
      ["watchdog-8badf00d"]
    ),
    (
      "应用进入后台时还持有数据库文件锁，被系统终止",
      ["file-lock-dead10cc"]
    ),
    (
      "类型强制转换失败导致闪退",
      ["swift-forced-cast"]
    ),
    (
      "在Interface Builder里加载图片为空，因为主bundle不对",
      ["ib-overlays-mainbundle-resource", "ib-overlays-mainbundle-nib"]
    ),
    (
      "视图控制器加载xib崩溃，view没有连接到输出口",
      ["nib-view-outlet-not-set", "nib-kvc-undefined-key"]
    ),
    (
      "再帰呼び出しが終わらずスタックオーバーフローになります",
      ["stack-overflow"]
    ),
    (
      "メモリを使いすぎてアプリが強制終了されます",
      ["jetsam-memory", "exc-resource-memory"]
    ),
    (
      "カメラの使用目的をInfo.plistに書かないとクラッシュしますか",
      ["tcc-missing-usage"]
    ),
    (
      "ボタンを押すとセレクタが見つからずクラッシュします",
      ["unrecognized-selector"]
    ),
    (
      "実機で起動するとフレームワークが見つからずに落ちます",
      ["dyld-library-missing"]
    ),
    (
      "Beim Entpacken eines Optionals, das nil ist, stürzt meine App ab.",
      ["swift-nil-unwrap"]
    ),
    (
      "Die Oberfläche wird aus einem Hintergrundthread aktualisiert, manchmal stürzt die App ab.",
      ["ui-off-main-thread"]
    ),
    (
      "Das System beendet meine App beim Start, weil sie zu lange braucht.",
      ["watchdog-8badf00d"]
    ),
    (
      "Zugriff auf einen Index außerhalb des Arrays führt zum Absturz.",
      ["nsexception-range", "swift-index-out-of-range"]
    ),
    (
      "Ein bereits freigegebenes Objekt wird noch benutzt, das Programm stürzt ab.",
      ["memory-use-after-free", "objc-zombie-message"]
    ),
    (
      "My framework's xib is not found in the bundle and the app crashes when the screen opens.",
      ["nib-missing-in-bundle", "ib-overlays-mainbundle-nib"]
    ),
    (
      "I remove a KVO observer twice and get an exception, how do I avoid that?",
      ["kvo-observer-dealloc", "kvo-observer-not-registered"]
    ),
    (
      "Two overlapping accesses to the same variable make Swift stop with a fatal error.",
      ["swift-exclusivity"]
    ),
    (
      "Since Swift 6 a closure that is isolated to the main actor crashes when it runs on another queue.",
      ["swift-executor-isolation", "ui-off-main-thread"]
    ),
    (
      "Our view invalidates its layout during layout and the app loops forever.",
      ["autolayout-feedback-loop"]
    ),
    (
      "The library was built for Intel only and does not load on an Apple silicon Mac because of the architecture.",
      ["dyld-library-wrong-arch"]
    ),
    (
      "An integer division by zero kills the command line tool.",
      ["exc-arithmetic"]
    ),
    (
      "Table view rows and sections do not match after an update and I get an inconsistency exception.",
      ["nsexception-internal-inconsistency"]
    ),
    (
      "Xcode becomes unresponsive and Interface Builder hangs when it renders my designable view.",
      ["ib-agent-hang", "ib-render-slow"]
    ),
    (
      "The heap seems to be corrupted, malloc finds a modified free block.",
      ["malloc-corruption"]
    ),
    (
      "Меняю свойство в инспекторе, а предпросмотр в Interface Builder не обновляется.",
      ["ib-stale-render"]
    ),
    (
      "После замены заглушки из xib пропадают констрейнты и размер неправильный.",
      ["nib-placeholder-constraints-lost"]
    ),
    (
      "При разворачивании опционала, который равен nil, приложение аварийно завершается.",
      ["swift-nil-unwrap"]
    ),
    (
      "Программа обращается по нулевому указателю и падает.",
      ["memory-null-dereference", "memory-bad-access"]
    ),
    (
      "В фоне приложение держит блокировку файла базы данных, и система его завершает.",
      ["file-lock-dead10cc"]
    ),
    (
      "Память освобождается дважды, и программа падает.",
      ["malloc-invalid-free"]
    ),
    (
      "Удалил аутлет из кода, а связь в сториборде осталась: исключение про ключ.",
      ["nib-kvc-undefined-key"]
    ),
    (
      "В Interface Builder картинка не находится, потому что main bundle другой.",
      ["ib-overlays-mainbundle-resource", "ib-overlays-mainbundle-nib"]
    ),
    (
      "Система завершает приложение из-за слишком большой нагрузки на процессор в фоне.",
      ["exc-resource-cpu", "jetsam-cpu-limit", "watch-background-cpu-c51bad01"]
    ),
    (
      "Приложение сразу убивается, потому что подпись кода недействительна.",
      ["codesign-kill"]
    ),
    (
      "程序访问了空指针所以崩溃",
      ["memory-null-dereference", "memory-bad-access", "memory-null-call"]
    ),
    (
      "同一块内存被释放两次，程序崩溃",
      ["malloc-invalid-free"]
    ),
    (
      "在框架的bundle里找不到xib，打开页面就崩溃",
      ["nib-missing-in-bundle"]
    ),
    (
      "替换占位视图以后约束丢失，大小不对",
      ["nib-placeholder-constraints-lost"]
    ),
    (
      "在Interface Builder里修改属性以后预览没有变化",
      ["ib-stale-render"]
    ),
    (
      "整数除以零导致程序崩溃",
      ["exc-arithmetic"]
    ),
    (
      "Swift提示同时访问同一个变量，程序崩溃",
      ["swift-exclusivity"]
    ),
    (
      "SwiftUI预览一直失败，提示应用崩溃",
      ["preview-crashed", "preview-failed-unspecified"]
    ),
    (
      "表格更新以后行数不一致，抛出异常",
      ["nsexception-internal-inconsistency"]
    ),
    (
      "旧系统上启动崩溃，提示找不到符号",
      ["dyld-symbol-missing"]
    ),
    (
      "解放済みのオブジェクトにアクセスしてクラッシュします",
      ["memory-use-after-free", "objc-zombie-message", "objc-overrelease"]
    ),
    (
      "フレームワークのバンドルにxibが見つからずアプリが落ちます",
      ["nib-missing-in-bundle"]
    ),
    (
      "SwiftUIのプレビューが表示されず、アプリがクラッシュしたと出ます",
      ["preview-crashed", "preview-failed-unspecified", "preview-timeout"]
    ),
    (
      "データモデルを変更したらCore Dataのストアが開けません",
      ["coredata-model-incompatible"]
    ),
    (
      "KVOのオブザーバを削除し忘れてクラッシュします",
      ["kvo-observer-dealloc", "kvo-observer-not-registered", "kvo-unhandled"]
    ),
    (
      "Die erzwungene Typumwandlung mit as! schlägt fehl und die App stürzt ab.",
      ["swift-forced-cast"]
    ),
    (
      "Nach der Änderung am Datenmodell lässt sich die alte Core-Data-Datenbank nicht öffnen.",
      ["coredata-model-incompatible"]
    ),
    (
      "Die App stürzt beim Zugriff auf die Kamera ab, die Begründung in der Info.plist fehlt.",
      ["tcc-missing-usage"]
    ),
    (
      "Meine eigene Ansicht wird im Storyboard nicht angezeigt, im Simulator schon.",
      ["ib-preview-blank-no-error", "ib-awakefromnib-not-called"]
    ),
    (
      "Der Speicher wird doppelt freigegeben und das Programm stürzt ab.",
      ["malloc-invalid-free"]
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
    "The library closes at six, so return the books before that or pay a fee.",
    "Our Windows service hangs after a memory leak in the driver.",
    "I lost my keys and the door lock is broken, nothing works today.",
    "What a beautiful view from this thread of mountains!",
    "Changelog: added three themes, fixed the blank widget, updated translations.",
    "The race starts at noon and the finish line is near the harbor.",
    "How long should I cook rice without a lid?",
    "Дверь не закрывается, замок сломан, что делать?",
    "Память у бабушки стала хуже, посоветуйте врача.",
    "Обновление 2.1: исправлен вылет при запуске, добавлена тёмная тема.",
    "我丢了钥匙，门打不开了。",
    "更新日志：修复闪退问题，新增夜间模式。",
    "電車が遅れて会議に間に合いませんでした。",
    "Der Speicher im Haus ist voll mit alten Möbeln.",
    "Das Auto startet nicht, die Batterie ist leer.",
    "My dog is missing since Monday, please call if you find him.",
    "The kernel of the walnut was empty, what a pity.",
    "I can't find the key to my main door.",
    "The bridge is closed because the foundation has cracks; nobody may access it.",
    "How can I speed up my Ubuntu server when the database is slow?",
    "This release adds two new views and fixes memory leaks.",
    "Ключ потерялся, и мы не можем открыть дверь.",
    "Поток туристов в этом году вырос, отели переполнены.",
    "Свойства этого металла меняются при нагреве.",
    "我的钱包丢失了，很着急。",
    "今天的会议取消了，时间另行通知。",
    "股市崩溃，投资者损失惨重。",
    "鍵をなくしてドアが開けられません。",
    "新商品の写真をお送りします。",
    "Mein Schlüssel ist weg und die Tür geht nicht auf.",
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
