import assert from "node:assert/strict"
import { isOfServers } from "@toolgate/policy"

assert.deepEqual([isOfServers("mcp__github__search"), isOfServers("shell")], [true, false])
