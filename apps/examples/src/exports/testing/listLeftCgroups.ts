import assert from "node:assert/strict"
import { listLeftCgroups } from "@toolgate/testing"

// No cgroup is left after the test.
assert.deepEqual(listLeftCgroups(), [])
