extension RaisingAPI {
  /// AVAudioEngine, its nodes and taps.
  static let avfAudioEngine: StaticString = #"""
    api: -[AVAudioNode installTapOnBus:bufferSize:format:block:]
    api: AVAudioEngineImpl::InstallTapOnNode
    api: AUGraphNodeBaseV3::CreateRecordingTap
    api: AVAudioNodeTap::AVAudioNodeTap
    id: avaudionode-install-tap
    image: AVFAudio
    raises: exception com.apple.coreaudio.avfaudio
    requires: The bus has no tap yet, and the tap's format has the sample rate and channel count that the hardware has at this moment.
    reason: required condition is false: format.sampleRate == hwFormat.sampleRate
    cause: The tap's sample rate is not that of the input hardware, which changes with the audio route (Bluetooth headset, phone call, USB device).
    fix: Read `inputNode.outputFormat(forBus: 0)` directly before the call, or pass `nil` as the format. Install the tap again after `AVAudioEngineConfigurationChange`.
    count: 6
    reason: required condition is false: IsFormatSampleRateAndChannelCountValid(format)
    cause: The hardware format is 0 Hz or has 0 channels: no input device, no microphone permission, or the audio session is not active for recording.
    fix: Activate an audio session with a recording category first, and skip `installTap` when `sampleRate` or `channelCount` is 0.
    count: 5
    reason: Failed to create tap due to format mismatch, {}
    cause: The requested tap format differs from the format that the bus has now, in sample rate or channel count.
    fix: Pass `nil` as the format and convert the buffers with `AVAudioConverter`.
    count: 3
    reason: required condition is false: nullptr == Tap()
    cause: A tap is already installed on this bus.
    fix: Call `removeTap(onBus:)` before you install another tap.
    count: 2
    search: installTap crash; format.sampleRate == hwFormat.sampleRate; nullptr == Tap; microphone tap crash
    seen: 16
    source: https://forums.developer.apple.com/forums/thread/688686
    source: https://github.com/pasrom/meeting-transcriber/issues/379
    source: https://github.com/deeeed/audiolab/issues/417
    source: https://github.com/reedom/VoiceActivityDetector/issues/3

    api: -[AVAudioEngine connect:to:format:]
    api: -[AVAudioEngine connect:to:fromBus:toBus:format:]
    api: AVAudioEngineImpl::Connect
    api: AVAudioEngineGraph::_Connect
    api: AVAudioEngineGraph::Connect
    id: avaudioengine-connect
    image: AVFAudio
    raises: exception com.apple.coreaudio.avfaudio
    requires: Both nodes are attached to the engine, and the format is valid and matches the hardware for an input or output node.
    reason: required condition is false: IsFormatSampleRateAndChannelCountValid(format)
    cause: The format has 0 Hz or 0 channels: the audio session is not active, media services were reset, or there is no device.
    fix: Activate the audio session before you build the graph, and connect only if `sampleRate > 0` and `channelCount > 0`.
    count: 3
    reason: required condition is false: format.sampleRate == hwFormat.sampleRate
    cause: An input or output node is connected with a sample rate that the hardware does not have (AirPods, AirPlay, a call).
    fix: Use the node's own `outputFormat(forBus: 0)` for the connection, and let a mixer node convert the rate.
    count: 3
    reason: error {}
    cause: The audio unit refused the format (-10868 is `kAudioUnitErr_FormatNotSupported`).
    fix: Connect with the format that the unit's output bus reports.
    count: 1
    reason: [[busArray objectAtIndexedSubscript:(NSUInteger)element] setFormat:format error:&nsErr]: returned false, error Error Domain=NSOSStatusErrorDomain Code={}
    cause: The bus of the audio unit refused the format of the connection.
    fix: Connect with the format that the node reports for this bus, or with `nil`.
    count: 1
    reason: required condition is false: [_nodes containsObject: node]
    cause: One of the nodes is not attached to this engine.
    fix: Call `attach(_:)` for both nodes before `connect`.
    search: AVAudioEngine connect crash; IsFormatSampleRateAndChannelCountValid; audio engine connect nodes 0 Hz
    seen: 9
    source: https://github.com/software-mansion/react-native-audio-api/issues/873
    source: https://github.com/kingslay/KSPlayer/issues/560
    source: https://github.com/livekit/client-sdk-swift/issues/577
    source: https://github.com/YuantongL/YToke/issues/24

    api: -[AVAudioPlayerNode play]
    api: -[AVAudioPlayerNode playAtTime:]
    api: AVAudioPlayerNodeImpl::StartImpl
    api: AVAudioPlayerNodeImpl::Start
    id: avaudioplayernode-play
    image: AVFAudio
    raises: exception com.apple.coreaudio.avfaudio
    requires: The engine is running and the node is connected when `play()` is called.
    reason: required condition is false: _engine->IsRunning()
    cause: The engine is not running: an interruption, a route change or another app stopped it, or `start()` failed.
    fix: Start the engine and check `isRunning` directly before `play()`. Restart it after interruptions and `AVAudioEngineConfigurationChange`.
    count: 3
    reason: player did not see an IO cycle.
    cause: The engine reports that it runs, but its output does not render (the device disappeared or the session is inactive).
    fix: Check that `outputNode.lastRenderTime` is valid before `play()`, and rebuild the engine after a route change.
    count: 2
    search: AVAudioPlayerNode play crash; player started when engine not running; player did not see an IO cycle; _engine->IsRunning()
    seen: 6
    source: https://github.com/AudioKit/AudioKit/issues/645
    source: https://github.com/AudioKit/AudioKit/issues/2910
    source: https://github.com/jamesrochabrun/SwiftOpenAI/pull/197
    source: https://github.com/AudioKit/AudioKit/pull/2439

    api: -[AVAudioEngine startAndReturnError:]
    api: AVAudioEngineGraph::Initialize
    api: AVAudioEngineImpl::Initialize
    id: avaudioengine-start
    image: AVFAudio
    raises: exception com.apple.coreaudio.avfaudio
    requires: The engine has an input or output node, which is created by the first access to `inputNode`, `outputNode` or `mainMixerNode`.
    reason: required condition is false: inputNode != nullptr || outputNode != nullptr
    cause: The engine is started before any node was connected to its input or output.
    fix: Access `mainMixerNode` or `inputNode` and connect the nodes before `start()`.
    count: 1
    search: AVAudioEngine start crash; inputNode != nullptr || outputNode != nullptr
    seen: 1
    source: https://github.com/kingslay/KSPlayer/issues/569

    api: -[AVAudioEngine inputNode]
    api: AVAudioEngineImpl::UpdateInputNode
    api: AVAudioIONodeImpl::SetOutputFormat
    api: -[AVAudioNode setOutputFormat:forBus:]
    id: avaudioengine-input-node
    image: AVFAudio
    raises: exception com.apple.coreaudio.avfaudio
    requires: The audio session allows recording and the input hardware has a stable format when `inputNode` is accessed.
    reason: required condition is false: format.sampleRate == hwFormat.sampleRate
    cause: The hardware's sample rate changed while the input node was created (session category, Bluetooth, another app's recording).
    fix: Set the category and activate the session before the first access to `inputNode`, and create a new engine after a route change.
    count: 3
    search: audioEngine.inputNode crash; AVAudioIONodeImpl SetOutputFormat
    seen: 3
    source: https://github.com/algolia/voice-overlay-ios/issues/29
    source: https://github.com/maysamsh/avaudioengine/issues/2
    source: https://github.com/tryolabs/TLSphinx/issues/24

    api: -[AVAudioEngine disconnectNodeInput:]
    api: -[AVAudioEngine disconnectNodeOutput:]
    api: -[AVAudioEngine detachNode:]
    api: AVAudioEngineGraph::_DisconnectInput
    api: AVAudioEngineGraph::RemoveNode
    api: AVAudioNodeImplBase::WillDisconnectFromMixer
    id: avaudioengine-disconnect
    image: AVFAudio
    raises: exception com.apple.coreaudio.avfaudio
    requires: The node is attached to this engine, and the engine is stopped when connections that it cannot change while running are removed.
    reason: required condition is false: !nodeMixerConns.empty() && !hasDirectConnToIONode
    cause: A node that feeds a mixer or the output is removed while the graph still uses it.
    fix: Stop the engine, disconnect from the output side, and keep strong references to the nodes while they are connected.
    count: 2
    reason: required condition is false: !IsRunning()
    cause: The graph of a running engine is changed.
    fix: Call `stop()` or `pause()` before you disconnect or detach nodes.
    count: 1
    reason: required condition is false: [_nodes containsObject: node]
    cause: The node is not attached to this engine (detached twice, or attached to another engine).
    fix: Check that `node.engine === engine` before you disconnect or detach.
    count: 1
    reason: required condition is false: mixingDest
    cause: A mixer connection is removed in an order that the engine does not support.
    fix: Stop the engine and remove the inputs of a mixer before you remove the mixer.
    count: 1
    search: AVAudioEngine disconnect crash; detach node crash; nodeMixerConns hasDirectConnToIONode
    seen: 5
    source: https://github.com/fabiovinotti/BasicAudioPlayer/pull/2
    source: https://github.com/AudioKit/AudioKit/issues/2910
    source: https://github.com/AudioKit/AudioKit/issues/781
    source: https://github.com/AudioKit/AudioKit/issues/2377

    api: AVAudioIOUnit::_GetHWFormat
    id: avaudioiounit-hw-format
    image: AVFAudio
    raises: exception com.apple.coreaudio.avfaudio
    requires: The input or output hardware has a format while the engine handles a route change.
    reason: required condition is false: hwFormat
    cause: The audio device disappeared during a route change, so the I/O unit has no hardware format.
    fix: Stop the engine on `AVAudioSession.routeChangeNotification` and rebuild it when the new route is active.
    count: 1
    search: hwFormat crash AVAudioIOUnit; avfaudio route change crash on background thread
    seen: 1
    source: https://forums.developer.apple.com/forums/profile/robgaunt/questions

    api: -[AVAudioPlayerNode scheduleBuffer:atTime:options:completionHandler:]
    api: -[AVAudioPlayerNode scheduleBuffer:atTime:options:completionCallbackType:completionHandler:]
    api: -[AVAudioPlayerNode scheduleBuffer:completionHandler:]
    api: -[AVAudioPlayerNode scheduleSegment:startingFrame:frameCount:atTime:completionHandler:]
    api: AVAudioPlayerNodeImpl::ScheduleBuffer
    id: avaudioplayernode-schedule
    image: AVFAudio
    raises: exception com.apple.coreaudio.avfaudio
    requires: The buffer's channel count is that of the player node's output format, and a segment has at least one frame.
    reason: required condition is false: _outputFormat.channelCount == buffer.format.channelCount
    cause: The node was connected with another channel count than the buffer has (mono file after a stereo file).
    fix: Connect the player node with the buffer's or file's `processingFormat`, and reconnect it when the format changes.
    count: 4
    reason: required condition is false: numberFrames > 0
    cause: The segment to schedule has no frames.
    fix: Check `frameCount > 0` before `scheduleSegment`.
    count: 1
    search: scheduleBuffer crash; channelCount == buffer.format.channelCount; numberFrames > 0
    seen: 5
    source: https://github.com/AudioKit/AudioKit/issues/2369
    source: https://github.com/AudioKit/AudioKit/issues/2868
    source: https://github.com/AudioKit/AudioKit/pull/2753

    api: AVAudioEngineGraph::GetDefaultMusicDevice
    api: -[AVAudioSequencer initWithAudioEngine:]
    api: -[AVAudioSequencer dealloc]
    id: avaudiosequencer-engine
    image: AVFAudio
    raises: exception com.apple.coreaudio.avfaudio
    requires: The engine of an AVAudioSequencer has an output node as long as the sequencer exists.
    reason: required condition is false: outputNode
    cause: The engine was released or emptied before its sequencer.
    fix: Stop the sequencer and release it before the engine.
    count: 1
    search: AVAudioSequencer crash on deinit; required condition is false: outputNode
    seen: 1
    source: https://manongdao.com/article-2077740.html

    api: -[AVAudioFile readIntoBuffer:frameCount:error:]
    api: -[AVAudioFile readIntoBuffer:error:]
    id: avaudiofile-read
    image: AVFAudio
    raises: exception com.apple.coreaudio.avfaudio
    requires: The buffer has the file's `processingFormat` and enough capacity for the frames that are read.
    reason: error -50
    cause: The buffer's format is not the file's `processingFormat`, or the file has no audio frames.
    fix: Create the buffer with `file.processingFormat`, and skip files whose `length` is 0.
    count: 2
    search: AVAudioFile read into buffer error -50; com.apple.coreaudio.avfaudio error -50 reading file
    seen: 3
    source: https://github.com/AudioKit/AudioKit/issues/954
    source: https://github.com/AudioKit/AudioKit/issues/529
    source: https://github.com/AudioKit/AudioKit/issues/1656

    api: -[AVAudioConverter convertToBuffer:error:withInputFromBlock:]
    api: -[AVAudioConverter convertToBuffer:fromBuffer:error:]
    id: avaudioconverter-convert
    image: AVFAudio
    raises: exception com.apple.coreaudio.avfaudio
    requires: Each input buffer has the input format with which the converter was created.
    reason: required condition is false: [impl->_inputBufferReceived.format isEqual: impl->_inputFormat]
    cause: The input block returned a buffer in another format, often because the microphone's sample rate changed.
    fix: Compare `buffer.format` with `converter.inputFormat`, and create a new converter when they differ.
    count: 1
    search: AVAudioConverter convert crash; inputBufferReceived.format isEqual inputFormat
    seen: 1
    source: https://github.com/vanshg/MacAssistant/issues/7

    api: -[AVAudioPCMBuffer setFrameLength:]
    id: avaudiopcmbuffer-frame-length
    image: AVFAudio
    raises: exception com.apple.coreaudio.avfaudio
    requires: The frame length is at most the buffer's `frameCapacity`.
    reason: required condition is false: length <= _imp->_frameCapacity
    cause: The code assumes the requested buffer size, but the tap delivered a smaller buffer.
    fix: Assign `min(length, buffer.frameCapacity)`.
    count: 2
    search: length <= _imp->_frameCapacity; AVAudioPCMBuffer setFrameLength crash
    seen: 2
    source: https://github.com/AudioKit/AudioKit/pull/2757
    source: https://github.com/AudioKit/AudioKit/issues/2729

    api: -[AVSpeechSynthesizer speakUtterance:]
    id: avspeechsynthesizer-utterance-twice
    image: AXSpeechImplementation, AVFAudio, AVFoundation
    raises: exception AVSpeechSynthesizer
    requires: The utterance was not given to a synthesizer before.
    reason: An AVSpeechUtterance shall not be enqueued twice
    cause: A stored utterance is spoken again, for example when the user taps Play a second time.
    fix: Create a new `AVSpeechUtterance` for each call of `speak(_:)`.
    count: 2
    search: An AVSpeechUtterance shall not be enqueued twice; AVSpeechSynthesizer crash
    seen: 2
    source: https://github.com/wallabag/ios-app/issues/170
    source: https://github.com/wallabag/ios-app/issues/191
    """#
}
