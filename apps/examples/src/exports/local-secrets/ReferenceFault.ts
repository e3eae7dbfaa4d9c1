// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import assert from "node:assert/strict"
import { ReferenceFault, ReferenceValues } from "@toolgate/local-secrets/references"
import * as Effect from "effect/Effect"

const values = new ReferenceValues({ env: {} })
const cause = await Effect.runPromise(Effect.flip(values.in("Bearer ${env:KEY}")))
assert(cause instanceof ReferenceFault)
