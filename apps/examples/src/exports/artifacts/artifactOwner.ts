import assert from "node:assert/strict"
import { artifactOwner } from "@toolgate/artifacts"

const principal = { agent: "assistant", onBehalfOf: "ada", ceiling: { tools: "any" } } as const
const owner = artifactOwner({ session: "s1", principal })
assert.equal(owner.session, "s1")
// The same agent has other artifacts when it acts for another person.
assert.notDeepEqual(artifactOwner({ session: "s1", principal: { ...principal, onBehalfOf: "bob" } }), owner)
