extension QuestionWords {
  /// Chinese words, in simplified and traditional characters.
  static let chinese: StaticString = """
    crash: 崩溃, 闪退, 崩潰, 閃退, 奔溃
    error: 错误, 报错, 錯誤
    exception: 异常
    hang: 卡死, 卡住, 卡顿, 没有响应, 无响应, 没响应, 假死
    slow long: 很慢, 太慢, 缓慢
    kill terminate system: 杀掉, 杀死, 被系统终止, 强制退出, 系统终止, 强杀, 强制关闭
    launch: 启动
    quit: 退出
    freed deallocated free: 释放, 已释放
    zombie deallocated: 野指针, 僵尸
    memory: 内存, 記憶體
    out memory jetsam: 内存不足, 内存太多, 内存过大, 内存过多, 内存爆, 占用内存
    leak memory: 内存泄漏, 内存泄露, 泄漏, 泄露
    pointer: 指针
    null pointer dereference: 空指针
    address access invalid memory bad: 非法访问, 坏内存
    nil: 空值, 为空, 空对象, 是空
    optional unwrap nil force: 可选值, 可选类型, 解包, 强制解包, 强解, 强制拆包, 拆包
    insert nil collection: 插入, 添加
    dictionary collection: 字典, 辞書
    array collection index: 数组, 陣列
    index range bounds out: 越界, 下标, 索引, 超出范围
    selector unrecognized: 选择器, 方法选择
    method selector: 方法
    unrecognized selector not found: 找不到方法, 未实现, 没有实现, 没有这个方法
    message sent: 消息
    cast: 类型转换, 强制转换, 强转
    type: 类型
    thread: 线程, 執行緒
    main thread ui: 主线程
    background thread: 子线程, 后台线程, 后台
    ui interface view update thread: 界面, 刷新ui, 更新ui, ui更新
    queue: 队列
    deadlock lock: 死锁, 锁
    race data thread: 数据竞争, 竞争
    exclusive access overlapping simultaneous: 独占, 同时访问
    actor executor isolation: 隔离
    recursion endless: 递归, 死循环, 无限循环, 循环调用, 遞迴
    stack overflow: 栈溢出, 堆栈, 爆栈
    overflow arithmetic: 溢出
    divide zero: 除以零, 除零
    interface builder: 可视化界面
    storyboard nib: 故事板
    view: 视图, 控件
    custom view: 自定义, 自訂
    blank empty not shown preview: 不显示, 不展现, 没有显示, 显示不出来, 空白
    run time app: 运行时, 运行, 实行
    preview render: 预览, 預覽
    render draw: 渲染, 绘制
    designable: 可设计
    agent crash: 代理进程
    inspectable property attribute: 屬性, 面板
    init initializer: 构造函数, 构造器, 初始化
    override replace attribute: 覆盖
    called: 调用
    not called: 不会调用, 没有调用, 不调用, 没被调用
    class itself own: 写成自己, 自己
    background color: 背景, 背景色
    color: 颜色, 白色, 红色, 色
    change effect stale update: 没有变化, 不更新, 不生效, 没有生效
    constraint: 约束
    lost: 丢失, 消失, 失效
    size height width: 大小, 高度, 宽度, 尺寸, 幅
    wrong: 错误的, 不对, 不正确
    cell table: 单元格, 表格, 列表
    layout autolayout: 布局, 自动布局
    feedback loop layout: 反复, 不停
    placeholder: 占位
    outlet: 连线, 输出口
    outlet connected set: 没有连接, 没有连线, 未连接
    key value coding compliant: 键值
    unknown class: 未知的类, 找不到类
    bundle: 资源包
    not found missing could: 找不到, 没找到, 缺少, 丢失, 未找到, 不存在
    resource file image: 资源, 图片, 文件
    font: 字体
    observer kvo: 观察者, 监听
    remove observer registered: 注销, 移除观察者, 移除kvo
    delegate app: 代理
    appearance: 外观, 外観
    library framework dyld: 动态库, 框架, 静态库
    symbol not found: 符号
    architecture: 架构
    signature code: 签名
    permission privacy usage description plist: 权限, 隐私, 使用说明
    camera privacy: 相机, 摄像头
    microphone privacy: 麦克风
    photo library privacy: 相册, 照片
    location privacy: 定位
    core data model store: 数据模型
    store model incompatible open: 数据库, 不兼容
    migration model: 迁移
    file lock suspended background: 文件锁, 挂起
    watchdog long launch timeout: 超时, 时间过长, 太久, 看门狗
    cpu resource: cpu占用, 处理器, cpu使用率
    disk write resource: 磁盘, 写入
    battery wakeups: 电池, 耗电
    assertion failed: 断言
    precondition requirement: 前置条件
    deallocate dealloc: 析构, 销毁
    double free twice: 两次, 重复释放
    over-released release: 过度释放
    heap corruption malloc: 堆损坏, 堆破坏
    buffer overflow: 缓冲区
    continuation resumed: 续体
    test: 测试
    kernel panic: 内核
    setter recursion: 设置器
    private api ivar: 私有, 非公開
    rows section update invalid: 行数, 分区
    agent designable crash: 代理进程
    outlet connection: 连线, 連線
    fail: 失败, 失敗
    object: 对象
    button action selector: 按钮
    divide zero arithmetic: 除以0
    integer arithmetic: 整数
    cast forced type: 强制类型转换
    remove: 删除, 移除
    deallocated freed object use after: 已经释放, 已释放
    update ui: 刷新, 更新
    thread background ui: 后台线程
    system kill terminate: 系统杀死
    access: 访问, 存取
    open cannot: 打不开, 无法打开
    change: 修改, 变更
    """
}
