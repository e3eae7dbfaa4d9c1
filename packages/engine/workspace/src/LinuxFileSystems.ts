import * as Layer from "effect/Layer"
import * as DescriptorPins from "./DescriptorPins.ts"
import { layer as fileSystems } from "./PinnedFileSystems.ts"

/**
 * `FileSystems` that pin every step of a path with a descriptor. Fails with `DescriptorsUnavailable` unless this is
 * Linux with /proc.
 */
export const layer = fileSystems.pipe(Layer.provide(DescriptorPins.layer))
