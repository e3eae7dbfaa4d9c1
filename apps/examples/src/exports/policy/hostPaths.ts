import assert from "node:assert/strict"
import type { ResolvedPath } from "@toolgate/core"
import { defaultConfig, hostPaths, makePolicy, rules } from "@toolgate/policy"
import { makePermissionRequest } from "@toolgate/testing"

const ruled = rules(defaultConfig)
const yes = () => true
const part = hostPaths(defaultConfig, ruled, { isEnforced: yes, isConfined: yes, tools: [], rulesWith: () => ruled })
const { judge } = makePolicy([part])
const tool = { sideEffects: "READ", resources: [{ kind: "file", arg: "/path", mode: "r", within: "host" }] } as const
const read = (path: string) =>
  judge(makePermissionRequest({ tool, resources: [{ kind: "file", path: path as ResolvedPath, mode: "r" }] })).decision
assert.deepEqual([read("/workspace/notes.md"), read("/home/ada/notes.md")], ["allow", "ask"])
