import assert from "node:assert/strict"
import { getGrantedMode } from "@toolgate/core/access"

const access = [
  { path: "/app", mode: "r", scope: "tree" },
  { path: "/app/out", mode: "w", scope: "tree" }
] as const
assert.deepEqual([getGrantedMode(access, "/app/out/a"), getGrantedMode(access, "/app/a")], ["rw", "r"])
