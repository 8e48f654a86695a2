extension QuestionWords {
  /// Russian words, by their beginnings: endings differ by case, gender and aspect.
  static let russian: StaticString = """
    crash: падает, падени, упал, краш, вылета, вылет, рушит, роняет, аварийн, крах
    error: ошибк
    exception: исключени
    hang: зависа, завис, подвиса
    slow long: медленно, тормоз, долго
    kill terminate system: убива, убил, завершает приложение, выгружа, принудительно заверш
    launch: запуск, старт, стартует, запускает
    quit: закрывается
    freed deallocated free: освобожд, освобод, удалённ
    zombie deallocated: зомби
    memory: памят
    out memory jetsam: не хватает памяти, много памяти, нехватк
    leak memory: утечк
    pointer: указател
    null pointer dereference: нулев
    address access invalid memory bad: обращени, некорректный доступ
    nil: пуст
    optional unwrap nil force: опционал, разворачива, развёртыва, распаков, форсированн
    insert nil collection: вставля, вставк, добавля
    dictionary collection: словар
    array collection index: массив
    index range bounds out: индекс, за предел, диапазон, выход за
    selector unrecognized: селектор
    method selector: метод
    unrecognized selector not found: не отвечает на, нет такого метода, не реализ, неизвестный селектор
    message sent: сообщени
    cast: приведени, приведен
    type: тип
    thread: поток
    main thread ui: главном потоке, главный поток, основном потоке, основной поток
    background thread: фонов
    ui interface view update thread: интерфейс
    queue: очеред
    deadlock lock: взаимн, блокировк
    race data thread: гонк
    exclusive access overlapping simultaneous: одновремен, эксклюзивн, монопольн
    actor executor isolation: актор, изоляц
    recursion endless: рекурси, бесконечн, зациклива
    stack overflow: переполнени, стек
    overflow arithmetic: переполнение
    divide zero: деление, делени
    interface builder: интерфейс билдер
    nib: ниб, ксиб
    storyboard nib: сториборд
    view: вью, представлени
    custom view: кастомн, собственн, пользовательск
    blank empty not shown preview: не отображ, не показыва, не видно, пусто, пустой
    run time app: во время работы, при запуске приложения
    preview render: предпросмотр, превью, предварительн
    render draw: отрисов, рендер, рисуе
    agent crash: агент
    inspectable property attribute: свойств, атрибут, инспектор
    init initializer: инициализатор, конструктор
    override replace attribute: переопредел, перезапис
    called: вызыва, вызван, вызов
    not called: не вызыва, не срабатыва
    class itself own: собственный класс, самого себя, сам себя, сама себя, своим же
    background: фон
    color: цвет
    change effect stale update: не меняется, не обновля, изменени
    constraint: констрейнт, ограничени
    lost: пропада, теря, исчеза
    size height width: размер, высот, ширин
    wrong: неправильн, неверн, неверный
    cell table: ячейк, таблиц
    layout autolayout: раскладк, верстк, лейаут
    feedback loop layout: пересчитыва, снова и снова
    placeholder: плейсхолдер, заглушк
    outlet: аутлет
    outlet connected set: не подключен, не соединён, не установлен
    key value coding compliant: ключ
    unknown class: неизвестный класс, класс не найден
    bundle: бандл
    not found missing could: не найден, не удаётся найти, не находит, отсутству, не хватает
    resource file image: ресурс, картинк, изображени, файл
    font: шрифт
    observer kvo: наблюдател, обозревател
    remove observer registered: удалить наблюд, снять наблюд, отписа
    delegate app: делегат
    appearance: внешн, аппиранс
    library framework dyld: библиотек, фреймворк
    symbol not found: символ
    architecture: архитектур
    signature code: подпис
    permission privacy usage description plist: разрешени, доступ к камере, описание использования
    permission privacy usage description plist: конфиденциальн
    camera privacy: камер
    microphone privacy: микрофон
    photo library privacy: фотограф, галере
    location privacy: геолокац, местоположени
    core data model store: модел
    store model incompatible open: хранилищ, база данных, базу данных, несовместим
    migration model: миграци
    file lock suspended background: файловая блокировка, приостан
    watchdog long launch timeout: сторожев, слишком долго, таймаут, тайм-аут
    cpu resource: процессор, нагрузк
    disk write resource: запис на диск, на диск
    battery wakeups: батаре
    assertion failed: утверждени, ассерт
    precondition requirement: предуслови
    deallocate dealloc: деаллок
    double free twice: двойн, дважды, повторно
    over-released release: лишний release
    heap corruption malloc: повреждени, куч
    buffer overflow: буфер
    continuation resumed: продолжени
    test: тест
    kernel panic: ядр
    setter recursion: сеттер
    private api ivar: приватн, закрыт
    rows section update invalid: строк, секци
    fail: неудач, не удалось, не удаётся
    object: объект
    unrecognized selector: не понимает, не знает метод
    button action selector: кнопк
    divide zero arithmetic: ноль, нуль, на ноль
    integer arithmetic: целочислен
    cast forced type: типа
    remove: удалить
    deallocated freed object use after: освобождённ, освобожденн
    update ui: обновля
    thread background ui: фонового потока, фоновом потоке
    system kill terminate: система убивает, система завершает
    kill terminate system: завершает
    hold lock: держит, удержива
    open: открыва, открыт
    crash fail: не работа, не будет работать
    heap corruption: испорчен
    """
}
