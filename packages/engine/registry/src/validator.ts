import type { JsonObject, RegisteredTool, ToolRegistry } from "@toolgate/core"
import * as Effect from "effect/Effect"
import { make } from "./PolicyVisibility.ts"
import type { Subject } from "./Subject.ts"

/**
 * The checks of this registry by themselves, for whoever judges tools and calls and registers nothing. Loaded when it is first asked
 * for.
 *
 * `checkTool` answers with the tool as it would be registered, or with everything that is wrong with its definition. `reader` reads
 * JSON by the schema of an object as the arguments of calls are read: within the same bounds, with every violation in one refusal,
 * which is about the subject. It throws a `TypeError` for a schema that does not hold. `visibilityOf` is the visibility of a registry
 * without a policy, which words the refusal of an unknown tool.
 */
export const validator = Effect.promise(async () => {
  const [{ checkTool }, { checkSchema }, { objectReader }] = await Promise.all([
    import("./checkTool.ts"),
    import("./checkSchema.ts"),
    import("./objectReader.ts")
  ])
  const reader = (schema: JsonObject): ((subject: Subject) => RegisteredTool["parse"]) => {
    const checked = checkSchema("parameters", schema, "full")
    if ("schema" in checked) return objectReader(checked, 0)
    throw new TypeError(`Nothing can be read by a schema that does not hold: ${checked.join("; ")}.`)
  }
  return { checkTool, reader, visibilityOf: (registry: Pick<ToolRegistry["Service"], "list">) => make(registry) }
})
