import assert from "node:assert/strict"
import { listLayers } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import * as Effect from "effect/Effect"

const text = "version: 1\nlayers: { global: { read_only: true }, roles: { writer: {} } }"
const { layers } = Effect.runSync(parsePolicy(text, "toolgate.yaml"))
assert.deepEqual(
  [...listLayers(layers)].map(([where]) => where),
  ["layers.global", "layers.roles.writer"]
)
