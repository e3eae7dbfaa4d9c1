import assert from "node:assert/strict"
import { callers, makePolicy, type PolicyPart } from "@toolgate/policy"
import { makePermissionRequest } from "@toolgate/testing"
import { allow, deny } from "toolgate"

const because = { layer: "app", rule: "reading only", source: "policy.ts" }
const readingOnly: PolicyPart = {
  name: "reading only",
  of: ({ sideEffects }) => (sideEffects === "READ" ? allow(because) : deny(because, "Nothing is written here.")),
  explain: () => []
}
const { judge } = makePolicy([callers, readingOnly])
assert.equal(judge(makePermissionRequest({ tool: { sideEffects: "READ" } })).decision, "allow")
assert.equal(judge(makePermissionRequest({ tool: { sideEffects: "WRITE" } })).decision, "deny")
