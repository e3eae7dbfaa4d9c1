import assert from "node:assert/strict"
import { StoredApprovals } from "@toolgate/approval"

StoredApprovals.checkOptions({ timeoutMs: 60_000 })
assert.throws(() => StoredApprovals.checkOptions({ timeoutMs: 0 }), RangeError)
