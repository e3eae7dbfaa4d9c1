// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references
import assert from "node:assert/strict"
import { ReferenceValues } from "@toolgate/local-secrets/references"
import * as Effect from "effect/Effect"

const values = new ReferenceValues({ env: { KEY: "tango-9" } })
assert.equal(await Effect.runPromise(values.in("Bearer ${env:KEY}")), "Bearer tango-9")
// The value has to be redacted from now on.
assert(values.secrets.includes("tango-9"))
