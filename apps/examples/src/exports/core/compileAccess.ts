import assert from "node:assert/strict"
import { compileAccess } from "@toolgate/core/access"
import { permissionRequest } from "@toolgate/testing"

const path = permissionRequest().context.workspace
const workspace = { path, mode: "rw", scope: "tree", except: [{ pattern: "/**/.env", mode: "rw" }] } as const
const access = compileAccess([workspace])
assert.equal(access.lettersAt(`${path}/notes.md`), "rw")
assert.equal(access.lettersAt(`${path}/.env`), "")
