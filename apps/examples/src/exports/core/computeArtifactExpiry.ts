import assert from "node:assert/strict"
import { computeArtifactExpiry } from "@toolgate/core"

const at = Date.parse("2026-01-05T12:00:00Z")
assert.equal(new Date(computeArtifactExpiry(at, 60_000)).toISOString(), "2026-01-05T12:01:00.000Z")
// An unlimited lifetime still ends at a valid date.
assert(Number.isFinite(computeArtifactExpiry(at, Number.POSITIVE_INFINITY)))
