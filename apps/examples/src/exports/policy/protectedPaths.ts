import assert from "node:assert/strict"
import type { ResolvedPath } from "@toolgate/core"
import { defaultConfig, makePolicy, protectedPaths } from "@toolgate/policy"
import { makePermissionRequest } from "@toolgate/testing"

const { judge } = makePolicy([protectedPaths({ ...defaultConfig, isFirst: true })])
const declared = { kind: "file", arg: "/path", mode: "w", within: "workspace" } as const
const tool = { sideEffects: "WRITE", resources: [declared] } as const
const write = (path: string) =>
  judge(makePermissionRequest({ tool, resources: [{ kind: "file", path: path as ResolvedPath, mode: "w" }] })).decision
// Git would run the hook at the next commit.
assert.deepEqual([write("/workspace/notes.md"), write("/workspace/.git/hooks/pre-commit")], ["allow", "ask"])
