import assert from "node:assert/strict"
import { meetVerdicts } from "@toolgate/policy"
import { allow, ask } from "toolgate"

const because = { layer: "app", rule: "confirm the network", source: "judges.ts" }
const verdict = meetVerdicts(allow(because, { limits: { wallMs: 1_000 } }), ask(because, "It reaches the network."))
// The stricter verdict decides, and the bounds of both apply.
assert.deepEqual(verdict.decision !== "deny" && [verdict.decision, verdict.bounds], [
  "ask",
  { limits: { wallMs: 1_000 } }
])
