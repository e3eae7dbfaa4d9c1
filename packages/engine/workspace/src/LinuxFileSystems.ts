import * as Layer from "effect/Layer"
import * as DescriptorPins from "./DescriptorPins.ts"
import { layer as fileSystems } from "./PinnedFileSystems.ts"

/**
 * `FileSystems` that pin every step of a path with a descriptor. Fails with `DescriptorsUnavailable` unless this is
 * Linux with /proc.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { FileSystems } from "@toolgate/core"
 * import { LinuxFileSystems, NodeFileSystems } from "@toolgate/workspace"
 * import * as Effect from "effect/Effect"
 *
 * const containment = Effect.map(FileSystems, (files) => files.containment)
 * const layer = process.platform === "linux" ? LinuxFileSystems.layer : NodeFileSystems.layer
 * const found = await Effect.runPromise(Effect.provide(containment, layer))
 * assert.equal(found, process.platform === "linux" ? "descriptor" : "checked")
 * ```
 */
export const layer = fileSystems.pipe(Layer.provide(DescriptorPins.layer))
