import assert from "node:assert/strict"
import { cascade, makePolicy } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import { makePermissionRequest } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const text = "version: 1\nlayers: { global: { deny: [shell] } }"
const config = Effect.runSync(parsePolicy(text, "toolgate.yaml"))
const { judge } = makePolicy([cascade({ ...config, isFirst: true })])
const decide = (name: string) => judge(makePermissionRequest({ tool: { name } })).decision
assert.deepEqual([decide("read_file"), decide("shell")], ["allow", "deny"])
