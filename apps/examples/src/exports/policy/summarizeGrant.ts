import assert from "node:assert/strict"
import type { ResolvedPath } from "@toolgate/core"
import { summarizeGrant } from "@toolgate/policy"
import { makeExecutionGrant } from "@toolgate/testing"

const except = [{ pattern: "/app/.git/hooks/**", mode: "w" }] as const
const files = [{ path: "/app" as ResolvedPath, mode: "rw", scope: "tree", except }] as const
const { access } = summarizeGrant(makeExecutionGrant({ access: { files, hosts: [], env: [] } }))
assert.deepEqual(access.files[0]?.excepted, { unwritten: 1, unread: 0 })
