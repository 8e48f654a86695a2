extension RaisingAPI {
  /// Metal textures, blits and render passes.
  static let metal: StaticString = #"""
    api: -[MTLTextureDescriptorInternal validateWithDevice:]
    id: metal-texture-descriptor
    image: Metal
    kind: handler
    raises: abort
    requires: The texture descriptor has a type, pixel format, usage and storage mode that the device supports.
    reason: failed assertion `Texture Descriptor Validation
    cause: The descriptor has values that the device does not support; the lines below the message name them, for example memoryless storage on an Intel Mac.
    fix: Check the device with `supportsFamily(_:)`, and choose another storage mode, format or size.
    count: 1
    reason: failed assertion `MTLTextureDescriptor has sampleCount set but is using a type that does not allow sampleCount.'
    cause: `sampleCount` is set, but the texture type is not a multisample type.
    fix: Set `textureType` to `.type2DMultisample`, or leave `sampleCount` at 1.
    count: 1
    search: Texture Descriptor Validation; MTLTextureDescriptor validateWithDevice failed assertion
    seen: 2
    source: https://github.com/floooh/sokol/issues/48
    source: https://github.com/aretegames/arete-engine/issues/5

    api: -[MTLDebugBuffer newTextureWithDescriptor:offset:bytesPerRow:]
    api: _mtlValidateStrideTextureParameters
    id: metal-linear-texture
    image: MetalTools, Metal
    raises: abort
    requires: A texture from a buffer has one mipmap level, the resource options of the buffer, and an aligned row length.
    reason: failed assertion `New Texture With Descriptor Validation
    cause: The descriptor does not fit the buffer; the lines below the message name the value, such as the storage mode or the number of mipmap levels.
    fix: Copy `resourceOptions` from the buffer to the descriptor, and set `mipmapLevelCount` to 1.
    count: 2
    reason: failed assertion `resourceOptions ({}) must match backing buffer resource options ({}).'
    cause: The buffer and the descriptor have different storage or cache modes (wording of older systems).
    fix: Copy `resourceOptions` from the buffer to the descriptor.
    count: 1
    search: New Texture With Descriptor Validation; resourceOptions must match backing buffer resource options
    seen: 3
    source: https://github.com/KhronosGroup/MoltenVK/issues/2168
    source: https://github.com/KhronosGroup/MoltenVK/issues/542
    source: https://github.com/flutter/flutter/issues/114110

    api: -[MTLDebugBlitCommandEncoder generateMipmapsForTexture:]
    id: metal-generate-mipmaps
    image: MetalTools
    raises: abort
    requires: The texture has more than one mipmap level and a color format that can be filtered and rendered.
    reason: failed assertion `Generate Mipmaps For Texture Validation
    cause: The texture has only one mipmap level, because the descriptor was created with `mipmapped: false` or the image is 1 pixel large.
    fix: Call it only if `texture.mipmapLevelCount > 1`.
    count: 2
    search: Generate Mipmaps For Texture Validation; mipmapLevelCount(1) must be > 1
    seen: 2
    source: https://github.com/rive-app/rive-runtime/issues/30
    source: https://github.com/rive-app/rive-runtime/issues/41

    api: validateRenderPassDescriptor
    id: metal-render-target-usage
    image: MetalTools, Metal
    raises: abort
    requires: Each attachment of the render pass has the usage `.renderTarget`.
    reason: failed assertion `Texture at {} has usage ({}) which doesn't specify MTLTextureUsageRenderTarget ({})'
    cause: The texture descriptor has the default usage `.shaderRead`.
    fix: Set `descriptor.usage = [.renderTarget, .shaderRead]` before you create the texture.
    count: 2
    search: doesn't specify MTLTextureUsageRenderTarget; validateRenderPassDescriptor failed assertion
    seen: 2
    source: https://github.com/svhawks/ARKitEnvironmentMapper/issues/8
    source: https://github.com/twilio/video-quickstart-ios/issues/141
    """#
}
