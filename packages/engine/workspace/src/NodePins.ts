import * as Layer from "effect/Layer"
import * as CheckedPins from "./CheckedPins.ts"
import * as DescriptorPins from "./DescriptorPins.ts"

/** `PathPins` with the strongest containment that this machine supports: descriptors, or checks as a fallback. */
export const layer = DescriptorPins.layer.pipe(Layer.catchTag("DescriptorsUnavailable", () => CheckedPins.layer))
