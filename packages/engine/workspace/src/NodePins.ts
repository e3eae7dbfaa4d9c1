import * as Layer from "effect/Layer"
import * as CheckedPins from "./CheckedPins.ts"
import * as DescriptorPins from "./DescriptorPins.ts"

/** `PathPins` with the strongest hold that this machine offers: descriptors where they work, otherwise checks. */
export const layer = DescriptorPins.layer.pipe(Layer.catchTag("DescriptorsUnavailable", () => CheckedPins.layer))
