import * as Layer from "effect/Layer"
import * as NodePins from "./NodePins.ts"
import { layer as fileSystems } from "./PinnedFileSystems.ts"

/** `FileSystems` as far as this machine can contain them; `containment` says how far that is. */
export const layer = fileSystems.pipe(Layer.provide(NodePins.layer))
