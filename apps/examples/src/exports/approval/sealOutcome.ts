import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { sealOutcome } from "@toolgate/approval"
import { SecretKey } from "@toolgate/local-secrets"
import { builtins, createToolgate } from "toolgate"

const key = new SecretKey(randomBytes(32))
await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
const answer = await gate.dispatch({ id: "1", tool: "list_dir", args: {} })
// Without the key, the stored text reveals nothing about the answer.
const sealed = sealOutcome(key, "an approval", answer)
assert(!sealed.includes("README.md"))
