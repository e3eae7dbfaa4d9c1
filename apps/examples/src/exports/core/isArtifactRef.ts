import assert from "node:assert/strict"
import { isArtifactRef } from "@toolgate/core"

assert.equal(isArtifactRef(`artifact:sha256-${"0".repeat(64)}`), true)
assert.equal(isArtifactRef("artifact:../../etc/passwd"), false)
