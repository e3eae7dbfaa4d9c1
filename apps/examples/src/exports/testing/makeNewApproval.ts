import assert from "node:assert/strict"
import { makeNewApproval } from "@toolgate/testing"

const first = makeNewApproval({ session: "alice" })
assert.equal(first.session, "alice")
assert.notEqual(makeNewApproval().id, first.id)
