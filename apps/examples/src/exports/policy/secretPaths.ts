import assert from "node:assert/strict"
import type { ResolvedPath } from "@toolgate/core"
import { defaultConfig, makePolicy, secretPaths } from "@toolgate/policy"
import { makePermissionRequest } from "@toolgate/testing"

const { judge } = makePolicy([secretPaths({ ...defaultConfig, isFirst: true }, () => true)])
const declared = { kind: "file", arg: "/path", mode: "r", within: "workspace" } as const
const tool = { sideEffects: "READ", resources: [declared] } as const
const read = (path: string) =>
  judge(makePermissionRequest({ tool, resources: [{ kind: "file", path: path as ResolvedPath, mode: "r" }] })).decision
assert.deepEqual([read("/workspace/notes.md"), read("/workspace/.env")], ["allow", "ask"])
