import assert from "node:assert/strict"
import { pickDefinition } from "@toolgate/core"
import { builtins } from "toolgate"

const definitions = builtins().map(pickDefinition)
// What runs is left out, so that a definition can be sent.
assert.equal(
  definitions.some((one) => "implementations" in one && typeof one.implementations[0] === "function"),
  false
)
