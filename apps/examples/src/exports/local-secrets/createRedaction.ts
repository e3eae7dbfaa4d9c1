import assert from "node:assert/strict"
import { createRedaction } from "@toolgate/local-secrets/references"

const { text, value } = createRedaction(["tango-9"])
assert(!text("Bearer tango-9").includes("tango-9"))
assert(!JSON.stringify(value({ headers: ["Bearer tango-9"] })).includes("tango-9"))
