extension RaisingAPI {
  /// libdispatch, locks, XPC and Metal validation.
  static let dispatch: StaticString = #"""
    api: __DISPATCH_WAIT_FOR_QUEUE__
    api: _dispatch_sync_f_slow
    api: _dispatch_sync_wait
    api: _dispatch_barrier_sync_f_slow
    api: dispatch_sync
    api: OS_dispatch_queue.sync
    api: OS_dispatch_queue.asyncAndWait
    id: dispatch-sync-own-queue
    image: libdispatch.dylib, libswiftDispatch.dylib
    raises: abort
    requires: `sync` is not called on a queue from code that already runs on this queue.
    reason: BUG IN CLIENT OF LIBDISPATCH: dispatch_sync called on queue already owned by current thread
    cause: A block on a serial queue calls `sync` on the same queue, directly, through a property with a lock queue, or in `deinit` (deadlock).
    fix: Call the work directly when you are already on the queue, split the method into a locked and an unlocked part, or use `async`.
    count: 7
    reason: BUG IN CLIENT OF LIBDISPATCH: dispatch_barrier_sync called on queue already owned by current thread
    cause: A block on the queue calls a barrier `sync` on the same queue.
    fix: Call the work directly when you are already on the queue.
    count: 1
    search: dispatch_sync called on queue already owned by current thread; DispatchQueue.sync deadlock crash; __DISPATCH_WAIT_FOR_QUEUE__
    seen: 8
    source: https://github.com/kitlangton/Hex/issues/265
    source: https://github.com/ably/ably-cocoa/issues/888
    source: https://github.com/yapstudios/YapDatabase/issues/441
    source: https://github.com/manaflow-ai/cmux/issues/3316

    api: dispatch_group_leave
    id: dispatch-group-leave
    image: libdispatch.dylib
    raises: abort
    requires: `leave()` is called once for each `enter()`.
    reason: BUG IN CLIENT OF LIBDISPATCH: Unbalanced call to dispatch_group_leave()
    cause: A callback that calls `leave()` runs twice (success and failure, retry, repeated notification), or `leave()` runs without `enter()`.
    fix: Call `enter()` directly before the asynchronous call and make sure that each path calls `leave()` once, for example with `defer` and a flag.
    count: 7
    search: Unbalanced call to dispatch_group_leave; DispatchGroup leave crash
    seen: 9
    source: https://github.com/Ranchero-Software/NetNewsWire/issues/2518
    source: https://github.com/wordpress-mobile/WordPress-iOS/issues/20191
    source: https://github.com/invertase/react-native-firebase/issues/8347
    source: https://github.com/justeat/JustLog/issues/110

    api: _dispatch_semaphore_dispose
    id: dispatch-semaphore-dispose
    image: libdispatch.dylib
    kind: handler
    raises: abort
    requires: When a semaphore is released, its value is at least the value it was created with.
    reason: BUG IN CLIENT OF LIBDISPATCH: Semaphore object deallocated while in use
    cause: The semaphore's owner is released between `wait()` and `signal()`, so the value is lower than at creation.
    fix: Keep the owner alive until `signal()` was called, or create the semaphore with 0 and signal it once at the start.
    count: 1
    search: Semaphore object deallocated while in use; _dispatch_semaphore_dispose crash; DispatchSemaphore deinit crash
    seen: 6
    source: https://github.com/BradLarson/GPUImage/issues/902
    source: https://github.com/uber/swift-concurrency/issues/29
    source: https://github.com/verygoodsecurity/vgs-collect-ios/issues/299
    source: https://github.com/Baymax0/BMChineseSort/issues/16

    api: _dispatch_queue_xref_dispose
    api: -[OS_dispatch_source _xref_dispose]
    id: dispatch-release-suspended
    image: libdispatch.dylib
    raises: abort
    requires: A dispatch source or queue is active, that is resumed as often as suspended, when its last reference is released.
    reason: BUG IN CLIENT OF LIBDISPATCH: Release of an inactive object
    cause: A timer or source was created but never activated.
    fix: Call `activate()` or `resume()` before you release it; to discard it, cancel it and resume it.
    reason: BUG IN CLIENT OF LIBDISPATCH: Release of a suspended object
    cause: A timer or source is released while it is suspended.
    fix: Call `resume()` before you set the reference to `nil`.
    search: Release of a suspended object; Release of an inactive object; DispatchSourceTimer deinit crash
    seen: 3
    source: https://github.com/swiftlang/swift-corelibs-libdispatch/issues/604
    source: https://github.com/lionheart/openradar-mirror/issues/19749
    source: https://github.com/malcommac/Repeat/issues/31

    api: _dispatch_source_dispose
    api: _dispatch_lane_resume
    api: dispatch_resume
    id: dispatch-over-resume
    image: libdispatch.dylib
    raises: abort
    requires: `resume()` is called once for each `suspend()`.
    reason: BUG IN CLIENT OF LIBDISPATCH: Over-resume of an object
    cause: A source or queue that is active already is resumed again.
    fix: Keep the state of the timer in a property and call `resume()` only if it is suspended.
    search: Over-resume of an object; DispatchSourceTimer resume crash
    seen: 1
    source: https://github.com/dimitris-c/AudioStreaming/pull/138

    api: _dispatch_assert_queue_fail
    api: dispatch_assert_queue
    api: dispatch_assert_queue$V2
    id: dispatch-assert-queue
    image: libdispatch.dylib
    raises: abort
    requires: The code runs on the queue that it is bound to.
    reason: BUG IN CLIENT OF LIBDISPATCH: Assertion failed: Block was expected to execute on queue [{}]
    cause: A function that must run on this queue, often the main queue, was called on another one.
    fix: Dispatch the call to the queue that the message names.
    count: 2
    search: Block was expected to execute on queue com.apple.main-thread; _dispatch_assert_queue_fail crash
    seen: 3
    source: https://github.com/beeper/barcelona/pull/36
    source: https://github.com/saurabhav88/EnviousWispr/issues/457
    source: https://github.com/mullvad/mullvadvpn-app/pull/7510

    api: _os_unfair_lock_recursive_abort
    id: os-unfair-lock-recursive
    image: libsystem_platform.dylib
    kind: handler
    raises: abort
    requires: The thread that locks an os_unfair_lock does not hold it already.
    reason: BUG IN CLIENT OF LIBPLATFORM: Trying to recursively lock an os_unfair_lock
    cause: Code that runs under the lock calls back into code that takes the same lock, or the lock's memory is invalid (object already freed).
    fix: Do not call out (callbacks, `deinit`, notifications) while you hold the lock, or use a recursive lock.
    count: 5
    search: Trying to recursively lock an os_unfair_lock; _os_unfair_lock_recursive_abort
    seen: 6
    source: https://github.com/firebase/firebase-ios-sdk/issues/9377
    source: https://github.com/CombineCommunity/CombineExt/issues/114
    source: https://github.com/transistorsoft/react-native-background-fetch/issues/527
    source: https://github.com/flutter/flutter/issues/39371

    api: _os_unfair_lock_corruption_abort
    id: os-unfair-lock-corrupt
    image: libsystem_platform.dylib
    kind: handler
    raises: abort
    requires: The lock's memory holds a valid lock, at a stable address.
    reason: BUG IN CLIENT OF LIBPLATFORM: os_unfair_lock is corrupt
    cause: The memory of the lock was freed, overwritten or moved; in Swift, an `os_unfair_lock` in a stored property can move.
    fix: Use `OSAllocatedUnfairLock` or allocate the lock with `UnsafeMutablePointer`, and look for use after free with Address Sanitizer.
    count: 2
    search: os_unfair_lock is corrupt
    seen: 2
    source: https://github.com/mullvad/mullvad-browser/issues/485
    source: https://github.com/milke/GitFinder-Issues/issues/90

    api: _xpc_api_misuse
    id: xpc-api-misuse
    image: libxpc.dylib
    kind: handler
    raises: abort
    requires: An XPC object is used as its contract says: connections are set up before they are activated, and messages have the right type.
    reason: XPC API Misuse: Attempt to send a message expecting a reply to {}
    cause: A message that expects a reply is sent on a connection that cannot deliver it.
    fix: Send the message on a connection that you created and resumed, and handle its invalidation.
    count: 2
    search: _xpc_api_misuse; XPC API Misuse crash
    seen: 2
    source: https://github.com/lionheart/openradar-mirror/issues/8387
    source: https://github.com/5calls/ios/issues/208

    api: MTLReportFailure
    api: MTLReleaseAssertionFailure
    api: _MTLMessageContextEndNewNSErrorOrAbort
    id: metal-validation
    image: Metal
    kind: handler
    raises: abort
    requires: The arguments of each Metal call are valid for the device.
    reason: failed assertion `Blending is enabled for render target {}; however, the pixelformat {} for this render target is not blendable.'
    cause: The pipeline's pixel format is not set or does not allow blending.
    fix: Set `colorAttachments[0].pixelFormat` to the view's format.
    count: 1
    reason: failed assertion `RenderPass Descriptor Validation
    cause: The render pass uses an action or format that the device does not support, for example a multisample resolve of the depth attachment in the Simulator.
    fix: Check the feature with `device.supportsFamily(_:)` and choose another store action.
    count: 1
    search: MTLReportFailure crash; Metal failed assertion; Metal API validation crash
    seen: 4
    source: https://github.com/defold/defold/issues/13253
    source: https://github.com/flutter/flutter/issues/89171
    source: https://github.com/lionheart/openradar-mirror/issues/7719
    source: https://github.com/roberthein/Ease/issues/6

    api: -[MTLDebugRenderCommandEncoder validateCommonDrawErrors:]
    api: -[MTLDebugRenderCommandEncoder validateCommonDrawErrors:instanceCount:baseInstance:maxVertexID:]
    api: -[MTLDebugRenderCommandEncoder validateDrawPrimitives:vertexStart:vertexCount:instanceCount:function:]
    id: metal-draw-validation
    image: MetalTools
    kind: handler
    raises: abort
    requires: All resources that the shaders use are bound, with the alignment that the device requires.
    reason: failed assertion `Draw Errors Validation
    cause: A buffer offset is not aligned (256 bytes in the Simulator and on Mac), or a resource that the shader needs is not bound; the lines below the message name it.
    fix: Align the buffer offset to 256 bytes, and bind each argument that the shader declares.
    count: 1
    search: Draw Errors Validation; the offset into the buffer must be a multiple of 256
    seen: 2
    source: https://github.com/mousebird-consulting-inc/WhirlyGlobe/issues/1490
    source: https://github.com/defold/defold/issues/13253

    api: -[MTLDebugDevice validateNewBufferArgs:options:]
    api: -[MTLDebugDevice newBufferWithLength:options:]
    id: metal-buffer-length
    image: MetalTools
    raises: abort
    requires: A buffer's length is above 0 and at most the device's `maxBufferLength`.
    reason: failed assertion `newBufferWith*:length {} must not exceed {}.'
    cause: The buffer is larger than the device allows.
    fix: Check `device.maxBufferLength` and split the data.
    count: 1
    search: newBufferWith length must not exceed; Metal makeBuffer crash
    seen: 1
    source: https://github.com/djphoenix/MoneroKit/issues/10

    api: -[MTLToolsResource validateCPUWriteable]
    api: -[MTLToolsResource validateCPUReadable]
    id: metal-storage-mode
    image: MetalTools
    kind: handler
    raises: abort
    requires: Only buffers and textures with a shared or managed storage mode are accessed by the CPU.
    reason: failed assertion `resourceOptions ({}) specify MTLResourceStorageModePrivate, which is not CPU accessible.'
    cause: The CPU reads or writes a resource with private storage.
    fix: Use `.storageModeShared`, or copy through a shared buffer with a blit encoder.
    count: 1
    search: MTLResourceStorageModePrivate, which is not CPU accessible; validateCPUWriteable
    seen: 1
    source: https://github.com/ppy/osu/issues/23970

    api: -[MTLDebugComputeCommandEncoder dispatchThreadgroups:threadsPerThreadgroup:]
    api: -[MTLDebugComputeCommandEncoder validateCommonDispatchErrors]
    id: metal-texture-usage
    image: MetalTools
    raises: abort
    requires: A texture that a kernel writes has the usage `.shaderWrite`.
    reason: failed assertion `Function writes texture ({}[{}]) whos usage ({}) doesn't specify MTLTextureUsageShaderWrite ({})'
    cause: The texture (often a drawable's) was created without write access.
    fix: Add `.shaderWrite` to the descriptor's usage, or set `framebufferOnly` of the view or layer to `false`.
    count: 1
    search: doesn't specify MTLTextureUsageShaderWrite; compute shader texture crash
    seen: 1
    source: https://github.com/FlexMonkey/ParticleLab/issues/29

    api: _dispatch_once_wait
    id: dispatch-once-recursive
    image: libdispatch.dylib
    raises: abort
    requires: The block of `dispatch_once` and the initializer of a Swift `static let` do not reach the same initialization again.
    reason: BUG IN CLIENT OF LIBDISPATCH: trying to lock recursively
    cause: The initializer of a shared instance calls code that reads the same shared instance.
    fix: Move the work out of the initializer, or pass `self` on instead of reading the shared instance. The stack shows the same initializer twice.
    count: 5
    search: BUG IN CLIENT OF LIBDISPATCH: trying to lock recursively; dispatch_once deadlock crash; singleton recursive init crash
    seen: 5
    source: https://github.com/manaflow-ai/cmux/issues/4412
    source: https://github.com/getsentry/sentry-cocoa/issues/302
    source: https://github.com/Lakr233/NotchDrop/issues/40
    source: https://github.com/AvdLee/RocketSimApp/issues/573
    """#
}
