import type { JsonObject, RegisteredTool, ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { make } from "./PolicyVisibility.ts"
import type { Subject } from "./Subject.ts"

/**
 * The checks of this registry without a registry, for code that judges tools and calls and registers nothing. The
 * checks are loaded on first use.
 *
 * `checkTool` returns the tool as it would be registered, or everything that is wrong with its definition. `reader`
 * reads JSON by the schema of an object as the arguments of calls are read: within the same bounds, and with all
 * violations in one refusal about the subject. It throws a `TypeError` for a schema that is not valid. `visibilityOf`
 * returns the visibility of a registry without a policy, which words the refusal of an unknown tool.
 */
export const validator = Effect.promise(async () => {
  const [{ checkTool }, { checkSchema }, { makeObjectReader }] = await Promise.all([
    import("./checkTool.ts"),
    import("./checkSchema.ts"),
    import("./makeObjectReader.ts")
  ])
  const reader = (schema: JsonObject): ((subject: Subject) => RegisteredTool["parse"]) => {
    const checked = checkSchema("parameters", schema, "full")
    if ("schema" in checked) return makeObjectReader(checked, 0)
    throw new TypeError(`Nothing can be read by a schema that does not hold: ${checked.join("; ")}.`)
  }
  return {
    checkTool,
    reader,
    visibilityOf: (registry: Pick<ToolRegistry["Service"], "list" | "lookup">) => make(registry)
  }
})
