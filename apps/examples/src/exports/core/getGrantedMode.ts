import assert from "node:assert/strict"
import { getGrantedMode } from "@toolgate/core/access"

const access = [
  { path: "/work", mode: "r", scope: "tree" },
  { path: "/work/out", mode: "w", scope: "tree" }
] as const
assert.deepEqual([getGrantedMode(access, "/work/out/a"), getGrantedMode(access, "/work/a")], ["rw", "r"])
