import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { ToolRegistry } from "@toolgate/core"
import { SecretKey } from "@toolgate/local-secrets"
import { MapToolRegistry, MemoryPinStore, PinnedToolRegistry } from "@toolgate/registry"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { builtins, defineTool } from "toolgate"

// No person has approved this tool yet.
const parameters = { type: "object" } as const
const search = defineTool({
  name: "search",
  owner: "mcp:archive",
  description: "Searches.",
  parameters,
  sideEffects: "READ",
  execute: () => []
})
const registry = PinnedToolRegistry.layer({ key: new SecretKey(randomBytes(32)) }).pipe(
  Layer.provide([MapToolRegistry.layer([...builtins(), search]), MemoryPinStore.layer])
)
const lookup = Effect.flatMap(ToolRegistry, (one) => one.lookup("search") ?? Effect.void)
const cause = await Effect.runPromise(Effect.flip(Effect.provide(lookup, registry)))
assert.equal(cause._tag === "Refused" && cause.why, "ToolQuarantined")
