import assert from "node:assert/strict"
import { StoreInvalid } from "@toolgate/stores"
import { createToolgate } from "toolgate"

const options = { workspace: ".", policy: "default", tools: [], store: "mysql://localhost/gate" } as const
const cause = await createToolgate(options).catch((error: unknown) => error)
assert(cause instanceof StoreInvalid)
