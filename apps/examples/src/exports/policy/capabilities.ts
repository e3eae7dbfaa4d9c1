import assert from "node:assert/strict"
import { capabilities, makePolicy } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import { makePermissionRequest } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const text = "version: 1\nagents: { a: { tools: [read_file] } }"
const { judge } = makePolicy([capabilities(Effect.runSync(parsePolicy(text, "toolgate.yaml")))])
const decide = (name: string) => judge(makePermissionRequest({ tool: { name } })).decision
assert.deepEqual([decide("read_file"), decide("write_file")], ["allow", "deny"])
