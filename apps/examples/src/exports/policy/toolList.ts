import assert from "node:assert/strict"
import { makePolicy, toolList } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import { makePermissionRequest } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const text = "version: 1\ndefault: { allowed: false }\ntools: { read_file: { allowed: true } }"
const { judge } = makePolicy([toolList(Effect.runSync(parsePolicy(text, "toolgate.yaml")))])
const decide = (name: string) => judge(makePermissionRequest({ tool: { name } })).decision
assert.deepEqual([decide("read_file"), decide("shell")], ["allow", "deny"])
