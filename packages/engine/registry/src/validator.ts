import type { JsonObject, RegisteredTool, ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { make } from "./PolicyVisibility.ts"
import type { Subject } from "./Subject.ts"

/**
 * The checks of this registry, for code that judges tools and calls without registering them. Loaded on first use.
 *
 * `checkTool` returns the tool as it would be registered, or all problems. `reader` reads JSON by an object schema like
 * the arguments of calls, with the same limits and all violations in one refusal. It throws a `TypeError` for an invalid
 * schema. `visibilityOf` returns the visibility of a registry without a policy; it words the refusal of an unknown tool.
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
    throw new TypeError(`The schema is invalid: ${checked.join("; ")}.`)
  }
  return {
    checkTool,
    reader,
    visibilityOf: (registry: Pick<ToolRegistry["Service"], "list" | "lookup">) => make(registry)
  }
})
