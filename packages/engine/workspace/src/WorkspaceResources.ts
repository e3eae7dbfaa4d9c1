import * as Layer from "effect/Layer"
import * as NodePins from "./NodePins.ts"
import { layer as resources } from "./PinnedResources.ts"

/** The `Resources` port. Resolves declared arguments exactly as `Files` does when the call runs. */
export const layer = resources.pipe(Layer.provide(NodePins.layer))
