import * as Layer from "effect/Layer"
import * as NodePins from "./NodePins.ts"
import { layer as resources } from "./PinnedResources.ts"

/** Resolves declared arguments from the call's workspace, as `Files` will when the call runs. */
export const layer = resources.pipe(Layer.provide(NodePins.layer))
