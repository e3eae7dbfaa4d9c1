import assert from "node:assert/strict"
import { makePermissionRequest } from "@toolgate/testing"
import { deny, type Judge } from "toolgate"

const because = { layer: "app", rule: "nothing is published", source: "judges.ts" }
const judge: Judge = () => deny(because, "Nothing is published here.")
const request = makePermissionRequest({ tool: { name: "publish", sideEffects: "NETWORK" }, args: { to: "all" } })
assert.equal(request.context.workspace, "/workspace")
assert.equal(judge(request).decision, "deny")
