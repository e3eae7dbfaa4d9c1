import * as Layer from "effect/Layer"
import * as NodePins from "./NodePins.ts"
import { layer as fileSystems } from "./PinnedFileSystems.ts"

/** `FileSystems` with the strongest containment that this machine offers. The service's `containment` says which. */
export const layer = fileSystems.pipe(Layer.provide(NodePins.layer))
