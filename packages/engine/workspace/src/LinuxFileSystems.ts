import * as Layer from "effect/Layer"
import * as DescriptorPins from "./DescriptorPins.ts"
import { layer as fileSystems } from "./PinnedFileSystems.ts"

/**
 * `FileSystems` that hold every step of a path by a descriptor. The layer fails with `DescriptorsUnavailable` on
 * machines other than Linux with /proc.
 */
export const layer = fileSystems.pipe(Layer.provide(DescriptorPins.layer))
