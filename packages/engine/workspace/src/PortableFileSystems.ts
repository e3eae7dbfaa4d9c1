import * as Layer from "effect/Layer"
import * as CheckedPins from "./CheckedPins.ts"
import { layer as fileSystems } from "./PinnedFileSystems.ts"

/**
 * `FileSystems` for every platform, with the same answers while nobody interferes. A process that swaps folders and links
 * meanwhile is mostly noticed and never prevented: what it made an operation touch outside may have been touched.
 */
export const layer = fileSystems.pipe(Layer.provide(CheckedPins.layer))
