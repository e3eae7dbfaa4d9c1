import assert from "node:assert/strict"
import type { ResolvedPath } from "@toolgate/core"
import { writeExactRules } from "@toolgate/policy"
import { makePermissionRequest } from "@toolgate/testing"
import { builtins } from "toolgate"

const [readFile] = builtins()
const resources = [{ kind: "file", path: "/workspace/notes.md" as ResolvedPath, mode: "r" }] as const
const request = makePermissionRequest({ ...(readFile && { tool: readFile }), resources })
assert.deepEqual(writeExactRules(request, builtins()), ["read_file(notes.md)"])
