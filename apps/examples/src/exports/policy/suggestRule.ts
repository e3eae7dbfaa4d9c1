import assert from "node:assert/strict"
import { DefaultPolicy, defaultConfig, suggestRule } from "@toolgate/policy"
import { makePermissionRequest } from "@toolgate/testing"
import { shell } from "toolgate"

const tool = { ...shell, permission: "shell" } as const
const paths = { paths: [], hosts: [], assigned: [], wrapper: false, inWorkspace: true }
const request = makePermissionRequest({ tool, resources: [{ kind: "command", argv: ["npm", "test"], ...paths }] })
const installed = new Map([["host", new Set(["command"] as const)]])
const judge = (configs: ReadonlyArray<typeof defaultConfig>) =>
  DefaultPolicy.make({ configs, tools: [tool] }, installed).judge(request)
const suggested = suggestRule(request, { configs: [defaultConfig], judge })
assert.equal("rule" in suggested && suggested.rule, "shell(npm test)")
