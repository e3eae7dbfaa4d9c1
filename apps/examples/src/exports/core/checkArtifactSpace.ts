import assert from "node:assert/strict"
import { artifactLimits, checkArtifactSpace } from "@toolgate/core"

const used = { owner: 900, total: 5_000 }
const limits = { ...artifactLimits, ownerBytes: 1_000 }
assert.equal(checkArtifactSpace(used, { owner: 100, total: 100 }, limits), undefined)
assert.match(checkArtifactSpace(used, { owner: 101, total: 101 }, limits)?.message ?? "", /does not fit/)
