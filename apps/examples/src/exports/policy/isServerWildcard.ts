import assert from "node:assert/strict"
import { isServerWildcard } from "@toolgate/policy"

assert.deepEqual([isServerWildcard("mcp__github__*"), isServerWildcard("mcp__github__search")], [true, false])
