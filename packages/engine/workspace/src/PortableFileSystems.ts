import * as Layer from "effect/Layer"
import * as CheckedPins from "./CheckedPins.ts"
import { layer as fileSystems } from "./PinnedFileSystems.ts"

/**
 * `FileSystems` for every platform. Equals `LinuxFileSystems` while no other process interferes. If another process
 * swaps folders or links during an operation, this is usually detected but never prevented: the operation may already
 * have touched a file outside.
 */
export const layer = fileSystems.pipe(Layer.provide(CheckedPins.layer))
