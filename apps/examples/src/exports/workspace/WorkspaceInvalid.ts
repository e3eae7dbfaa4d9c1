import assert from "node:assert/strict"
import { createToolgate } from "toolgate"
import { WorkspaceInvalid } from "toolgate/effect"

const options = { workspace: "no-such-folder", policy: "default", tools: [] } as const
const cause = await createToolgate(options).catch((error: unknown) => error)
assert(cause instanceof WorkspaceInvalid)
assert.deepEqual([cause.path, cause.reason], ["no-such-folder", "Missing"])
