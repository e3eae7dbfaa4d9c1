import assert from "node:assert/strict"
import { compileAccess } from "@toolgate/core/access"
import { makePermissionRequest } from "@toolgate/testing"

const path = makePermissionRequest().context.workspace
const workspace = { path, mode: "rw", scope: "tree", except: [{ pattern: "/**/.env", mode: "rw" }] } as const
const access = compileAccess([workspace])
assert.equal(access.lettersAt(`${path}/notes.md`), "rw")
assert.equal(access.lettersAt(`${path}/.env`), "")
