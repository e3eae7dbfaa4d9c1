import assert from "node:assert/strict"
import { SegmentGone } from "@toolgate/audit"

// A custom place rejects with this error. The log then continues in a new segment.
const gone = new SegmentGone("The table", "changed")
assert.equal(gone.message, "The table of the audit log was changed by another program.")
