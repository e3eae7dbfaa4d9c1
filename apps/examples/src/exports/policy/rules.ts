import assert from "node:assert/strict"
import type { ResolvedPath } from "@toolgate/core"
import { makePolicy, rules } from "@toolgate/policy"
import { parsePolicy } from "@toolgate/policy-files"
import { makePermissionRequest } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import { builtins } from "toolgate"

const text = 'version: 1\nrules: { deny: ["read_file(/app/private/**)"] }'
const { judge } = makePolicy([rules(Effect.runSync(parsePolicy(text, "toolgate.yaml")), builtins())])
const tool = builtins().find(({ name }) => name === "read_file") ?? {}
const read = (path: string) =>
  judge(makePermissionRequest({ tool, resources: [{ kind: "file", path: path as ResolvedPath, mode: "r" }] })).decision
assert.deepEqual([read("/app/notes.md"), read("/app/private/notes.md")], ["allow", "deny"])
