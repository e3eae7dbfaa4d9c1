import assert from "node:assert/strict"
import { ToolPins } from "@toolgate/registry"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { createToolgate, defineTool } from "toolgate"
import { partsOf, ToolRegistry } from "toolgate/effect"

const about = { name: "search", owner: "mcp:archive", description: "Searches.", sideEffects: "READ" } as const
const search = defineTool({ ...about, parameters: { type: "object" }, execute: () => [] })
await using gate = await createToolgate({ workspace: ".", policy: "default", tools: [search], pins: {} })
const { services } = partsOf(gate)
const pins = Option.getOrThrow(Context.getOption(services, ToolPins))
const tool = Context.get(services, ToolRegistry).get("search")
assert(tool !== undefined)
const { state } = await Effect.runPromise(pins.find(tool.definition))
assert.equal(state, "none")
