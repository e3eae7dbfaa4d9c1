import assert from "node:assert/strict"
import type { ResolvedPath } from "@toolgate/core"
import { meetFiles } from "@toolgate/core/access"

const work = { path: "/app" as ResolvedPath, mode: "rw", scope: "tree" } as const
const notes = { path: "/app/notes" as ResolvedPath, mode: "r", scope: "tree" } as const
const [met] = meetFiles([work], [notes])
assert.deepEqual([met?.path, met?.mode], ["/app/notes", "r"])
