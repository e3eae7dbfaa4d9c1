import assert from "node:assert/strict"
import type { ResolvedPath } from "@toolgate/core"
import { resolveAccess } from "@toolgate/policy"
import { makePermissionRequest } from "@toolgate/testing"

const path = "/workspace/notes.md" as ResolvedPath
const tool = { resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace" }] } as const
const request = makePermissionRequest({ tool, resources: [{ kind: "file", path, mode: "r" }] })
// The call gets the file that its arguments name, and nothing else.
const { files, hosts } = resolveAccess(request, {})
assert.deepEqual(files, [{ path, mode: "r", scope: "exact" }])
assert.deepEqual(hosts, [])
