extension QuestionWords {
  /// Japanese words, in any script.
  static let japanese: StaticString = """
    crash: クラッシュ, 落ちる, 落ちま, 落ちて, 異常終了
    error: エラー
    exception: 例外
    hang: フリーズ, 固まる, 固まり, 応答しな, ハング
    slow long: 遅い, 時間がかか
    kill terminate system: 終了させ, 終了され, 強制終了, キル
    launch: 起動
    freed deallocated free: 解放
    zombie deallocated: ゾンビ
    memory: メモリ
    out memory jetsam: メモリ不足, メモリを使いすぎ, メモリ使用
    leak memory: メモリリーク, リーク
    pointer: ポインタ
    null pointer dereference: ヌル
    address access invalid memory bad: 不正アクセス, 不正なメモリ
    optional unwrap nil force: オプショナル, アンラップ
    insert nil collection: 挿入, 追加
    array collection index: 配列
    index range bounds out: 範囲外, インデックス, 添字
    selector unrecognized: セレクタ
    method selector: メソッド
    unrecognized selector not found: 認識されない
    message sent: メッセージ
    cast: キャスト, 型変換
    type: 型
    thread: スレッド
    main thread ui: メインスレッド
    background thread: バックグラウンド, 別スレッド
    ui interface view update thread: 画面
    queue: キュー
    deadlock lock: デッドロック, ロック
    race data thread: 競合
    exclusive access overlapping simultaneous: 排他, 同時アクセス
    actor executor isolation: アクター
    recursion endless: 再帰, 無限ループ
    stack overflow: スタック, オーバーフロー
    overflow arithmetic: オーバーフロー
    divide zero: ゼロ除算
    interface builder: インターフェースビルダー
    nib: ニブ
    storyboard nib: ストーリーボード
    view: ビュー
    custom view: カスタム
    blank empty not shown preview: 表示されな, 表示されず, 真っ白
    run time app: 実行
    preview render: プレビュー
    render draw: レンダリング, 描画
    designable: デザイナブル
    agent crash: エージェント
    inspectable property attribute: 属性, プロパティ
    init initializer: イニシャライザ, 初期化
    override replace attribute: 上書き
    called: 呼ばれ, 呼び出
    not called: 呼ばれな, 呼ばれず
    class itself own: 自身
    change effect stale update: 変わらな, 更新されな, 反映されな
    constraint: 制約
    lost: なくな, 消え
    size height width: サイズ, 高さ
    wrong: 間違, おかし
    cell table: セル, テーブル
    layout autolayout: レイアウト, オートレイアウト
    feedback loop layout: 何度も
    placeholder: プレースホルダ
    outlet: アウトレット
    outlet connected set: 接続されていな
    key value coding compliant: キー値
    unknown class: クラスが見つか
    bundle: バンドル
    not found missing could: 見つから, 見つかりま, 存在しな
    resource file image: 画像, ファイル, リソース
    font: フォント
    observer kvo: オブザーバ, 監視
    remove observer registered: 監視解除
    delegate app: デリゲート
    library framework dyld: ライブラリ, フレームワーク
    symbol not found: シンボル
    architecture: アーキテクチャ
    signature code: 署名
    permission privacy usage description plist: 権限, 許可, プライバシー, 使用目的
    camera privacy: カメラ
    microphone privacy: マイク
    photo library privacy: 写真
    location privacy: 位置情報
    core data model store: データモデル
    store model incompatible open: データベース, 互換性
    migration model: マイグレーション
    file lock suspended background: ファイルロック, サスペンド
    watchdog long launch timeout: タイムアウト, 時間がかかりすぎ, ウォッチドッグ
    disk write resource: ディスク
    battery wakeups: バッテリ
    assertion failed: アサーション
    precondition requirement: 事前条件
    double free twice: 二重解放
    over-released release: 過剰解放
    heap corruption malloc: ヒープ
    buffer overflow: バッファ
    test: テスト
    kernel panic: カーネル
    setter recursion: セッター
    fail: 失敗し
    object: オブジェクト
    button action selector: ボタン
    divide zero arithmetic: 零除, ゼロで割
    deallocated freed object use after: 解放済み, 解放された
    thread background ui: バックグラウンドスレッド
    system kill terminate: システムに終了
    access: アクセス
    open cannot: 開けな, 開けませ, 開かな
    change: 変更
    """
}
