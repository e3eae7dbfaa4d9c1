import assert from "node:assert/strict"
import * as Context from "effect/Context"
import * as Option from "effect/Option"
import { builtins, createToolgate } from "toolgate"
import { DefaultPolicy, partsOf } from "toolgate/effect"

await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
const running = Option.getOrThrow(Context.getOption(partsOf(gate).services, DefaultPolicy.RunningPolicy))
// Narrows the policy while calls run.
running.addGlobal({ deny: ["write_file"] })
assert.equal(gate.canUseTool("write_file"), false)
