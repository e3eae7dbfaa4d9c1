import * as Layer from "effect/Layer"
import * as CheckedPins from "./CheckedPins.ts"
import * as DescriptorPins from "./DescriptorPins.ts"

/** The best hold that this machine has. */
export const layer = DescriptorPins.layer.pipe(Layer.catchTag("DescriptorsUnavailable", () => CheckedPins.layer))
