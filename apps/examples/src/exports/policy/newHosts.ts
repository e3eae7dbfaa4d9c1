import assert from "node:assert/strict"
import { defaultConfig, makePolicy, newHosts, rules } from "@toolgate/policy"
import { makePermissionRequest } from "@toolgate/testing"

const { judge } = makePolicy([newHosts(defaultConfig, rules(defaultConfig))])
const tool = { sideEffects: "NETWORK", resources: [{ kind: "url", arg: "/url" }] } as const
const request = makePermissionRequest({ tool, resources: [{ kind: "host", host: "example.com", port: 443 }] })
assert.equal(judge(request).decision, "ask")
assert.equal(judge(makePermissionRequest()).decision, "allow")
