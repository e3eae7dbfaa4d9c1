import assert from "node:assert/strict"
import { repeated } from "@toolgate/testing"

const nested = repeated("[", '{"a":', "}")
assert.equal(nested(3), '{"a":[[[}')
