import type { PolicyConfig } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import { addUntaken } from "toolgate/config"
import { refuseTool } from "../tools/refuseTool.ts"
import { toolboxHere } from "./toolboxEntries.ts"
import type { ToolboxSettingsFlag } from "./toolboxFlags.ts"
import { loadToolboxTools } from "./toolboxTools.ts"

/**
 * Registers the tools of the toolbox whose names stand in texts about a policy. A tool that a test of the policy defines is always the
 * app's own.
 */
export const knowNamed = Effect.fnUntraced(function* (
  texts: ReadonlyArray<string>,
  configs: ReadonlyArray<PolicyConfig>,
  given: ToolboxSettingsFlag
) {
  const words = new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []))
  const calls = configs.flatMap(({ tests }) => tests.map(({ call }) => call))
  const own = new Set(calls.flatMap(({ tool, definition }) => (definition === undefined ? [] : [tool])))
  const { entryOf } = yield* toolboxHere
  const names = [...entryOf.keys()].filter((name) => words.has(name) && !own.has(name))
  yield* Effect.mapError(addUntaken(yield* loadToolboxTools(names, given)), refuseTool)
})
