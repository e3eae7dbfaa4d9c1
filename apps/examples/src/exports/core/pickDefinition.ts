import assert from "node:assert/strict"
import { pickDefinition } from "@toolgate/core"
import { builtins } from "toolgate"

const [definition] = builtins().map(pickDefinition)
assert.equal(definition?.name, "read_file")
// Examples of calls are not part of the definition.
assert.equal("examples" in definition, false)
