import assert from "node:assert/strict"
import { adviseSelector } from "@toolgate/policy"

assert.match(adviseSelector("mcp__github__get*"), /"mcp__github__\*" for all tools of the server$/)
