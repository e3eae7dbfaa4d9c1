import assert from "node:assert/strict"
import { storedApproval } from "@toolgate/testing"

const first = storedApproval({ session: "alice" })
assert.equal(first.session, "alice")
assert.notEqual(storedApproval().id, first.id)
