import assert from "node:assert/strict"
import { cgroupsLeft } from "@toolgate/testing"

// No cgroup is left after the test.
assert.deepEqual(cgroupsLeft(), [])
