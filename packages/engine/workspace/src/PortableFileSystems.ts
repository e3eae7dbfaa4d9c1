import * as Layer from "effect/Layer"
import * as CheckedPins from "./CheckedPins.ts"
import { layer as fileSystems } from "./PinnedFileSystems.ts"

/**
 * `FileSystems` for every platform. Equals `LinuxFileSystems` while no other process interferes. If another process
 * swaps folders or links during an operation, this is usually detected but never prevented: the operation may already
 * have touched a file outside.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { FileSystems } from "@toolgate/core"
 * import { PortableFileSystems } from "@toolgate/workspace"
 * import * as Effect from "effect/Effect"
 *
 * const containment = Effect.map(FileSystems, (files) => files.containment)
 * assert.equal(await Effect.runPromise(Effect.provide(containment, PortableFileSystems.layer)), "checked")
 * ```
 */
export const layer = fileSystems.pipe(Layer.provide(CheckedPins.layer))
