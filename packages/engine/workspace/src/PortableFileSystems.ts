import * as Layer from "effect/Layer"
import * as CheckedPins from "./CheckedPins.ts"
import { layer as fileSystems } from "./PinnedFileSystems.ts"

/**
 * `FileSystems` for every platform. While no other process interferes, the answers equal those of `LinuxFileSystems`.
 * When another process swaps folders or links meanwhile, the swap is mostly noticed and never prevented: an operation
 * may already have touched something outside.
 */
export const layer = fileSystems.pipe(Layer.provide(CheckedPins.layer))
