import assert from "node:assert/strict"
import { makePolicy, toolHosts } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import { makePermissionRequest } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const text = "version: 1\ntools: { fetch: { net: [api.example.com] } }"
const { judge } = makePolicy([toolHosts(Effect.runSync(parsePolicy(text, "toolgate.yaml")))])
const connect = (host: string) =>
  judge(makePermissionRequest({ tool: { name: "fetch" }, resources: [{ kind: "host", host, port: 443 }] })).decision
assert.deepEqual([connect("api.example.com"), connect("example.org")], ["allow", "deny"])
