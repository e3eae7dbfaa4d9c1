import assert from "node:assert/strict"
import { defaultConfig, ReplaceablePolicy } from "@toolgate/policy"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { builtins, createToolgate } from "toolgate"
import { partsOf } from "toolgate/effect"

await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
const { options, replace } = Option.getOrThrow(Context.getOption(partsOf(gate).services, ReplaceablePolicy))
const deny = [{ tool: "list_dir", pattern: undefined, text: "list_dir", source: "app" }]
const narrower = { ...defaultConfig, rules: { ...defaultConfig.rules, deny } }
await Effect.runPromise(replace({ ...options(), configs: [narrower] }, () => Effect.void))
assert.equal(gate.canUseTool("list_dir"), false)
