extension QuestionWords {
  /// German words. A long one, and one with letters outside ASCII, is the beginning of a word.
  static let german: StaticString = """
    crash: crasht, absturz, abstürz, stürzt
    error: fehler
    exception: ausnahme
    hang: hängt, hängen, aufgehängt
    slow long: langsam, lange dauert
    kill terminate system: wird beendet, beendet
    launch: startet, beim start, starten
    quit: schließt sich
    freed deallocated free: freigegeben, freigabe
    memory: speicher
    out memory jetsam: zu viel speicher, speichermangel
    leak memory: speicherleck
    pointer: zeiger
    null pointer dereference: nullzeiger
    address access invalid memory bad: speicherzugriff
    optional unwrap nil force: force-unwrap, entpack, auspack, entpacken, auspacken
    insert nil collection: einfügen, eingefügt
    dictionary collection: wörterbuch
    array collection index: feld array
    index range bounds out: indexfehler, außerhalb
    selector unrecognized: selektor
    method selector: methode
    unrecognized selector not found: kennt die methode
    message sent: nachricht
    cast: typumwandlung
    type: typ
    main thread ui: hauptthread, main-thread
    background thread: hintergrund
    ui interface view update thread: benutzeroberfläche, oberfläche
    queue: warteschlange
    deadlock lock: sperre, verklemm
    race data thread: wettlauf
    exclusive access overlapping simultaneous: überlappend, gleichzeitig, exklusiv
    recursion endless: rekursion, endlos
    stack overflow: stapel, stapelüberlauf
    overflow arithmetic: überlauf
    divide zero: durch null, division
    interface builder: interface builder
    nib: xib, nib-datei
    view: ansicht
    custom view: eigene ansicht, benutzerdefiniert
    blank empty not shown preview: nicht angezeigt, wird nicht gezeigt, bleibt leer
    run time app: zur laufzeit, im simulator
    preview render: vorschau
    render draw: zeichne, gerendert, rendern
    inspectable property attribute: eigenschaft, attribut, inspektor
    init initializer: konstruktor
    override replace attribute: überschreib
    called: aufgerufen
    not called: nicht aufgerufen, nie aufgerufen
    class itself own: sich selbst
    background color: hintergrundfarbe
    color: farbe
    change effect stale update: ändert sich nicht, keine wirkung
    lost: verloren, verschwind
    size height width: größe, höhe, breite
    wrong: falsch
    cell table: zelle, tabelle
    feedback loop layout: immer wieder
    placeholder: platzhalter
    outlet connected set: nicht verbunden, nicht gesetzt
    key value coding compliant: schlüssel
    unknown class: unbekannte klasse
    not found missing could: nicht gefunden, nicht finden, findet, fehlt, fehlend
    resource file image: ressource, bild, datei
    font: schrift
    observer kvo: beobachter
    remove observer registered: abmeld
    library framework dyld: bibliothek
    architecture: architektur
    signature code: signatur, signiert
    permission privacy usage description plist: berechtigung, nutzungsbeschreibung, datenschutz
    camera privacy: kamera
    microphone privacy: mikrofon
    photo library privacy: fotos
    location privacy: standort
    core data model store: core data, datenmodell
    store model incompatible open: datenbank, inkompatibel
    file lock suspended background: dateisperre, suspendiert
    watchdog long launch timeout: zu lange, zeitüberschreitung
    cpu resource: prozessor, cpu-last
    disk write resource: festplatte
    battery wakeups: akku
    assertion failed: zusicherung
    precondition requirement: vorbedingung
    double free twice: doppelt, zweimal
    over-released release: überfreigabe
    heap corruption malloc: beschädigt
    buffer overflow: puffer
    kernel panic: kernel-panik
    rows section update invalid: zeilen
    fail: fehlgeschlagen, scheitert
    object: objekt
    unrecognized selector: versteht die nachricht nicht
    button action selector: taste, knopf, schaltfläche
    divide zero arithmetic: durch null
    integer arithmetic: ganzzahl
    cast forced type: typumwandlung
    remove: löschen
    deallocated freed object use after: freigegeben
    update ui: aktualisier
    thread background ui: hintergrundthread
    system kill terminate: vom system beendet
    fail: schlägt fehl, fehlschlag
    forced force: erzwungen
    open cannot: nicht öffnen
    change: änderung, geändert
    access: zugriff
    """
}
