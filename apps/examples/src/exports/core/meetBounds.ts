import assert from "node:assert/strict"
import { meetBounds } from "@toolgate/core/access"

assert.deepEqual(meetBounds({ limits: { wallMs: 9_000 } }, { limits: { wallMs: 2_000 } }), {
  limits: { wallMs: 2_000 }
})
// No sandbox satisfies both.
assert.equal(meetBounds({ sandbox: "host" }, { sandbox: "wasm" }), undefined)
