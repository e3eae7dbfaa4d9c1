import assert from "node:assert/strict"
import { FileSystems } from "@toolgate/core"
import { DescriptorsUnavailable, LinuxFileSystems } from "@toolgate/workspace"
import * as Effect from "effect/Effect"

const open = Effect.map(FileSystems, ({ containment }) => containment)
const result = await Effect.runPromise(Effect.provide(open, LinuxFileSystems.layer)).catch((error: unknown) => error)
// Other systems than Linux cannot pin files.
assert(result === "descriptor" || result instanceof DescriptorsUnavailable)
