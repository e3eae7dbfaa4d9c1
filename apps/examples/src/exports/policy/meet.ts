import assert from "node:assert/strict"
import { makePermissionRequest } from "@toolgate/testing"
import { allow, deny, type Judge } from "toolgate"
import { meet } from "toolgate/effect"

const because = { layer: "app", rule: "reading only", source: "judges.ts" }
const readingOnly: Judge = ({ tool }) => (tool.sideEffects === "READ" ? allow(because) : deny(because, "Reading only."))
const inASecond: Judge = () => allow(because, { limits: { wallMs: 1_000 } })

// The strictest judge decides.
const both = meet(readingOnly, inASecond)
assert.equal(both(makePermissionRequest({ tool: { sideEffects: "READ" } })).decision, "allow")
assert.equal(both(makePermissionRequest({ tool: { sideEffects: "WRITE" } })).decision, "deny")
