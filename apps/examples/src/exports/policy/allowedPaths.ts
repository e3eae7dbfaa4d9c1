import assert from "node:assert/strict"
import type { ResolvedPath } from "@toolgate/core"
import { allowedPaths, makePolicy } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import { makePermissionRequest } from "@toolgate/testing"
import * as Effect from "effect/Effect"

const text = "version: 1\npermissions: { filesystem: { allowed_paths: [/app/notes] } }"
const { judge } = makePolicy([allowedPaths(Effect.runSync(parsePolicy(text, "toolgate.yaml")))])
const read = (path: string) =>
  judge(makePermissionRequest({ resources: [{ kind: "file", path: path as ResolvedPath, mode: "r" }] })).decision
assert.deepEqual([read("/app/notes/a.md"), read("/app/src/a.ts")], ["allow", "deny"])
