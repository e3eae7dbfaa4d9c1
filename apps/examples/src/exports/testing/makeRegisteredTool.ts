import assert from "node:assert/strict"
import { makeRegisteredTool } from "@toolgate/testing"

const { definition, digest } = makeRegisteredTool({ name: "search" })
assert.equal(definition.name, "search")
assert.notEqual(digest, makeRegisteredTool({ name: "deploy" }).digest)
