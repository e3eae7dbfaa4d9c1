import assert from "node:assert/strict"
import { SegmentGone } from "@toolgate/audit"

// A place of one's own rejects with it, so that the log goes on in a new segment.
const gone = new SegmentGone("The table", "changed")
assert.equal(gone.message, "The table of the audit log was changed by another program.")
