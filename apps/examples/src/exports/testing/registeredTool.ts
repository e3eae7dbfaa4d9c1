import assert from "node:assert/strict"
import { registeredTool } from "@toolgate/testing"

const { definition, digest } = registeredTool({ name: "search" })
assert.equal(definition.name, "search")
assert.notEqual(digest, registeredTool({ name: "deploy" }).digest)
