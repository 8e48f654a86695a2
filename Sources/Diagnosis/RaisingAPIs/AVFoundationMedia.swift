extension RaisingAPI {
  /// AVPlayer, AVPlayerItem, AVAssetWriter and readers.
  static let avFoundationMedia: StaticString = #"""
    api: -[AVAssetWriter startSessionAtSourceTime:]
    api: -[AVAssetWriter endSessionAtSourceTime:]
    api: -[AVAssetWriter startWriting]
    api: -[AVAssetWriter finishWritingWithCompletionHandler:]
    api: -[AVAssetWriter finishWriting]
    api: -[AVAssetWriterHelper _transitionToClientInitiatedTerminalStatus:]
    id: avassetwriter-status
    image: AVFCore, AVFoundation
    raises: exception NSInternalInconsistencyException, NSInvalidArgumentException
    requires: The writer's methods are called in order and once: `startWriting()`, `startSession(atSourceTime:)`, append, `finishWriting`.
    reason: *** -[AVAssetWriter finishWritingWithCompletionHandler:] Cannot call method when status is {}
    cause: `finishWriting` is called twice, or before `startWriting()` (status 0 unknown, 1 writing, 2 completed, 3 failed, 4 canceled).
    fix: Check `writer.status == .writing` on one serial queue, and call `finishWriting` once.
    count: 5
    reason: *** -[AVAssetWriter startWriting] Cannot call method when status is {}
    cause: The writer was used before; a failed or finished writer cannot start again.
    fix: Create a new `AVAssetWriter` for each file.
    count: 2
    reason: *** -[AVAssetWriter startSessionAtSourceTime:] Cannot call method when status is {}
    cause: `startWriting()` was not called or returned `false` (the file exists already, no space).
    fix: Check the result of `startWriting()` and delete an existing file first.
    count: 1
    reason: *** -[AVAssetWriter endSessionAtSourceTime:] Cannot call method when status is {}
    cause: The session was not started, or it ended already.
    fix: Call it only between `startSession` and `finishWriting`.
    count: 1
    reason: *** -[AVAssetWriter startSessionAtSourceTime:] invalid parameter not satisfying: CMTIME_IS_NUMERIC(startTime)
    cause: The start time is invalid or indefinite.
    fix: Pass the presentation time of the first buffer, and check `isNumeric`.
    count: 1
    reason: *** -[AVAssetWriter endSessionAtSourceTime:] invalid parameter not satisfying: ((Boolean)(((endTime).flags & (kCMTimeFlags_Valid | kCMTimeFlags_ImpliedValueFlagsMask)) == kCMTimeFlags_Valid))
    cause: The end time is invalid or indefinite, because no buffer was written.
    fix: Call `endSession` only with the time of a buffer that was appended.
    count: 1
    search: AVAssetWriter crash; Cannot call method when status is 0 1 2 3; finishWriting crash
    seen: 11
    source: https://github.com/BradLarson/GPUImage/issues/2492
    source: https://github.com/BradLarson/GPUImage/issues/2087
    source: https://github.com/rFlex/SCRecorder/issues/16
    source: https://github.com/rs/SDAVAssetExportSession/issues/64

    api: -[AVAssetWriterInput appendSampleBuffer:]
    api: -[AVAssetWriterInputPixelBufferAdaptor appendPixelBuffer:withPresentationTime:]
    api: -[AVAssetWriterInputWritingHelper appendSampleBuffer:]
    id: avassetwriterinput-append
    image: AVFCore, AVFoundation
    raises: exception NSInternalInconsistencyException
    requires: A session was started, the input is ready, and the writer is writing.
    reason: *** -[AVAssetWriterInput appendSampleBuffer:] Cannot append sample buffer: Must start a session (using -[AVAssetWriter startSessionAtSourceTime:) first
    cause: A buffer is appended before `startSession(atSourceTime:)`, often after the app returns from the background.
    fix: Start the session with the time of the first buffer, on the queue that appends.
    count: 1
    reason: *** -[AVAssetWriterInputPixelBufferAdaptor appendPixelBuffer:withPresentationTime:] Must start a session (using -[AVAssetWriter startSessionAtSourceTime:) before appending pixel buffers
    cause: A pixel buffer is appended before `startSession(atSourceTime:)`.
    fix: Start the session before you append, on the same queue.
    count: 1
    reason: *** -[AVAssetWriterInput appendSampleBuffer:] Must start a session (using -[AVAssetWriter startSessionAtSourceTime:) before appending sample buffers
    cause: A buffer is appended before `startSession(atSourceTime:)` (wording of older systems).
    fix: Start the session before you append, on the same queue.
    count: 1
    search: appendSampleBuffer crash; Must start a session first; AVAssetWriterInput append crash
    seen: 2
    source: https://github.com/SilenceLove/HXPhotoPicker/issues/737
    source: https://github.com/rs/SDAVAssetExportSession/issues/21

    api: -[AVAssetWriterInput markAsFinished]
    id: avassetwriterinput-mark-finished
    image: AVFCore, AVFoundation
    raises: exception NSInternalInconsistencyException
    requires: The writer is writing when an input is marked as finished.
    reason: *** -[AVAssetWriterInput markAsFinished] Cannot call method when status is {}
    cause: The writer finished, failed or was canceled already.
    fix: Call `markAsFinished()` only if `writer.status == .writing`.
    count: 3
    search: markAsFinished crash; Cannot call method when status is 2
    seen: 3
    source: https://github.com/piemonte/PBJVision/issues/289
    source: https://github.com/chrisballinger/FFmpeg-iOS-Encoder/issues/1
    source: https://github.com/rs/SDAVAssetExportSession/issues/21

    api: -[AVAssetWriterInput initWithMediaType:outputSettings:sourceFormatHint:]
    api: -[AVAssetWriterInput initWithMediaType:outputSettings:]
    id: avassetwriterinput-settings
    image: AVFCore, AVFoundation
    raises: exception NSInvalidArgumentException
    requires: The output settings are complete and consistent.
    reason: *** [AVAssetWriterInput initWithMediaType:outputSettings:sourceFormatHint:] AudioChannelLayout channel count does not match AVNumberOfChannelsKey channel count
    cause: The settings contain a channel layout and a channel count that differ.
    fix: Set `AVNumberOfChannelsKey` to the channel count of the layout, or leave out the layout.
    count: 1
    search: AVAssetWriterInput init crash; AudioChannelLayout channel count does not match AVNumberOfChannelsKey
    seen: 1
    source: https://github.com/NextLevel/NextLevel/issues/271

    api: -[AVPlayer removeTimeObserver:]
    id: avplayer-remove-time-observer
    image: AVFCore, AVFoundation
    raises: exception NSInvalidArgumentException
    requires: The observer was added by this same AVPlayer and was not removed before.
    reason: An instance of AVPlayer cannot remove a time observer that was added by a different instance of AVPlayer.
    cause: The player was replaced between adding and removing, or the observer is removed twice.
    fix: Store the token together with its player, remove it before you replace the player, and set it to `nil` afterwards.
    count: 7
    search: removeTimeObserver crash; AVPlayer cannot remove a time observer that was added by a different instance
    seen: 8
    source: https://github.com/ryanheise/just_audio/issues/882
    source: https://github.com/noreasonprojects/ModernAVPlayer/issues/169
    source: https://github.com/insidegui/WWDC/issues/208
    source: https://github.com/wxxsw/VideoPlayer/issues/13

    api: -[AVPlayerItem seekToTime:toleranceBefore:toleranceAfter:completionHandler:]
    api: -[AVPlayerItem _seekToTime:toleranceBefore:toleranceAfter:seekID:completionHandler:]
    api: -[AVPlayerItem seekToTime:completionHandler:]
    api: -[AVPlayer seekToTime:toleranceBefore:toleranceAfter:completionHandler:]
    api: -[AVPlayer seekToTime:completionHandler:]
    api: -[AVPlayer seekToTime:]
    id: avplayeritem-seek
    image: AVFCore, AVFoundation
    raises: exception NSInvalidArgumentException
    requires: The time is numeric, and the item is ready to play when a completion handler is passed (older systems).
    reason: AVPlayerItem cannot service a seek request with a completion handler until its status is AVPlayerItemStatusReadyToPlay.
    cause: The item is not loaded yet, or it failed.
    fix: Seek only after `status == .readyToPlay`.
    count: 4
    reason: *** -[AVPlayerItem seekToTime:toleranceBefore:toleranceAfter:completionHandler:] Seeking is not possible to time {}
    cause: The time is `{INVALID}` or `{INDEFINITE}`: it was computed from a duration that is not known (live stream, NaN).
    fix: Check `time.isNumeric` before you seek.
    count: 4
    search: AVPlayer seek crash; Seeking is not possible to time INDEFINITE INVALID; cannot service a seek request with a completion handler
    seen: 8
    source: https://github.com/wistia/WistiaKit/issues/94
    source: https://github.com/AnyImageKit/AnyImageKit/issues/111
    source: https://github.com/doublesymmetry/react-native-track-player/issues/496
    source: https://github.com/dito010/JPVideoPlayer/issues/30

    api: -[AVPlayer replaceCurrentItemWithPlayerItem:]
    api: -[AVPlayer initWithPlayerItem:]
    api: -[AVPlayer _attachItem:andPerformOperation:withObject:]
    api: -[AVPlayerItem _attachToPlayer:]
    id: avplayeritem-second-player
    image: AVFCore, AVFoundation
    raises: exception NSInvalidArgumentException
    requires: The item was not used with another AVPlayer.
    reason: An AVPlayerItem cannot be associated with more than one instance of AVPlayer
    cause: A stored item is given to a second player.
    fix: Create a new `AVPlayerItem` from the asset for each player.
    count: 2
    search: AVPlayerItem cannot be associated with more than one instance of AVPlayer
    seen: 2
    source: https://github.com/dito010/JPVideoPlayer/issues/244
    source: https://github.com/changsanjiang/SJBaseVideoPlayer/pull/17

    api: -[AVAssetExportSession setVideoComposition:]
    id: avassetexportsession-composition
    image: AVFCore, AVFoundation
    raises: exception NSInvalidArgumentException
    requires: The video composition has instructions, a positive frame duration and a positive render size.
    reason: *** -[AVAssetExportSession setVideoComposition:] video composition must have composition instructions
    cause: The composition's `instructions` are empty.
    fix: Add an `AVMutableVideoCompositionInstruction` for the whole time range.
    count: 1
    reason: *** -[AVAssetExportSession setVideoComposition:] video composition must have a positive frameDuration
    cause: `frameDuration` was not set, or was computed from a frame rate of 0.
    fix: Set `frameDuration`, for example to `CMTime(value: 1, timescale: 30)`.
    count: 1
    search: setVideoComposition video composition must have composition instructions; positive frameDuration
    seen: 2
    source: https://github.com/omergul123/LLVideoEditor/issues/13
    source: https://github.com/achtungsoftware/VideoKit/issues/2

    api: -[AVPlayerItem setVideoComposition:]
    id: avplayeritem-composition
    image: AVFCore, AVFoundation
    raises: exception NSInvalidArgumentException
    requires: The video composition has a positive render size and frame duration.
    reason: *** -[AVPlayerItem setVideoComposition:] video composition must have a positive renderSize
    cause: `renderSize` is zero, because the track's natural size was not loaded.
    fix: Load `naturalSize` and `minFrameDuration` of the track first, and check that they are positive.
    count: 1
    search: AVPlayerItem setVideoComposition crash; video composition must have a positive renderSize
    seen: 2
    source: https://github.com/divinevideo/divine-mobile/issues/3410
    source: https://github.com/divinevideo/divine-mobile/pull/6079

    api: -[AVAssetReader initWithAsset:error:]
    id: avassetreader-nil-asset
    image: AVFCore, AVFoundation
    raises: exception NSInvalidArgumentException
    requires: The asset is not nil.
    reason: *** -[AVAssetReader initWithAsset:error:] invalid parameter not satisfying: asset != ((void *)0)
    cause: The asset is nil, for example because its URL is nil (protected media item).
    fix: Check the asset before you create the reader.
    count: 1
    search: AVAssetReader initWithAsset invalid parameter not satisfying: asset
    seen: 1
    source: https://github.com/rs/SDAVAssetExportSession/issues/21

    api: -[AVAssetReaderVideoCompositionOutput initWithVideoTracks:videoSettings:]
    id: avassetreadervideocompositionoutput-init
    image: AVFCore, AVFoundation
    raises: exception NSInvalidArgumentException
    requires: The array has at least one video track, all tracks belong to the asset of the reader, and the settings ask for an uncompressed format.
    cause: The asset has no video track, for example an audio-only file or an asset whose tracks are not loaded yet.
    fix: Load the tracks first, and create the output only if the list of video tracks is not empty.
    search: AVAssetReaderVideoCompositionOutput initWithVideoTracks crash; asset export no video track
    seen: 2
    source: https://github.com/rs/SDAVAssetExportSession/issues/4
    source: https://github.com/rs/SDAVAssetExportSession/issues/1

    api: -[AVMutableScheduledAudioParameters _setVolumeRampFromStartVolume:toEndVolume:timeRange:rampMode:]
    api: -[AVMutableAudioMixInputParameters setVolumeRampFromStartVolume:toEndVolume:timeRange:]
    id: avaudiomix-volume-ramp-overlap
    image: AVFCore, AVFoundation
    raises: exception NSInvalidArgumentException
    requires: The time range does not overlap that of an earlier volume ramp of the same parameters.
    reason: *** -[AVMutableScheduledAudioParameters _setVolumeRampFromStartVolume:toEndVolume:timeRange:rampMode:] The timeRange of a volume ramp must not overlap the timeRange of an existing volume ramp.
    cause: Two ramps overlap, for example a fade-in and a fade-out on a clip that is shorter than both.
    fix: Shorten the ramps so that each ends before the next begins, and create new parameters when you change the mix.
    count: 1
    search: The timeRange of a volume ramp must not overlap; setVolumeRamp crash
    seen: 2
    source: https://github.com/vitoziv/VideoCat/issues/6
    source: https://github.com/divinevideo/divine-mobile/pull/6469

    api: -[AVQueuePlayer insertItem:afterItem:]
    id: avqueueplayer-insert-item
    image: AVFCore, AVFoundation
    raises: exception NSInvalidArgumentException
    requires: The item is not in the queue already, and the item after which it is inserted is.
    cause: The same item is inserted twice, or it belongs to another player.
    fix: Call `canInsert(_:after:)` first, and create a new `AVPlayerItem` for each insertion.
    search: AVQueuePlayer insertItem crash; item already in queue
    seen: 1
    source: https://github.com/tidal-music/tidal-sdk-ios/pull/41

    api: -[AVAssetReaderTrackOutput initWithTrack:outputSettings:]
    id: avassetreadertrackoutput-init
    image: AVFCore, AVFoundation
    raises: exception NSInvalidArgumentException
    requires: The track is not nil, and the settings ask for an uncompressed format.
    reason: *** -[AVAssetReaderTrackOutput initWithTrack:outputSettings:] invalid parameter not satisfying: track != ((void *)0)
    cause: The asset has no track of this media type, or its URL is not a file URL.
    fix: Create file URLs with `fileURLWithPath`, load the tracks, and check the list before you take the first track.
    count: 1
    search: AVAssetReaderTrackOutput initWithTrack track != ((void *)0); asset has no video track crash
    seen: 1
    source: https://github.com/whydna/Reverse-AVAsset-Efficient/issues/5

    api: -[AVAssetReaderTrackOutput copyNextSampleBuffer]
    api: -[AVAssetReaderOutput copyNextSampleBuffer]
    id: avassetreaderoutput-copy
    image: AVFCore, AVFoundation
    raises: exception NSInternalInconsistencyException
    requires: The reader's `startReading` returned true and its status is `reading`.
    reason: *** -[AVAssetReaderTrackOutput copyNextSampleBuffer] cannot copy next sample buffer unless the asset reader is in the 'reading' state
    cause: The reader was not started, failed to start, or the asset is already used by another reader.
    fix: Check the result of `startReading()` and `reader.status` before each read, and create one asset for each reader.
    count: 1
    search: cannot copy next sample buffer unless the asset reader is in the 'reading' state; copyNextSampleBuffer crash
    seen: 1
    source: https://github.com/BradLarson/GPUImage/issues/862

    api: -[AVURLAsset initWithURL:options:]
    id: avurlasset-init
    image: AVFCore, AVFoundation
    raises: exception NSInvalidArgumentException
    requires: The URL is not nil, and the options have no `NSNull` values.
    reason: -[NSNull _cfMutableCopy]: unrecognized selector sent to instance {}
    cause: An optional Swift value that is nil was put into the options, for example the HTTP header fields.
    fix: Add a key to the options only if its value is not nil, and check the URL for nil.
    count: 1
    search: AVURLAsset initWithURL nil crash; NSNull _cfMutableCopy AVURLAsset options
    seen: 4
    source: https://github.com/longitachi/ZLPhotoBrowser/pull/647
    source: https://github.com/vitoziv/VIMediaCache/pull/95
    source: https://github.com/vitoziv/VIMediaCache/pull/91
    source: https://github.com/renzifeng/ZFPlayer/pull/1329
    """#
}
