import * as Layer from "effect/Layer"
import * as NodePins from "./NodePins.ts"
import { layer as fileSystems } from "./PinnedFileSystems.ts"

/** `FileSystems` with the strongest containment that this machine supports. See the service's `containment`. */
export const layer = fileSystems.pipe(Layer.provide(NodePins.layer))
