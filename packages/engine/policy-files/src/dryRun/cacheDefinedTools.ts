import {
  type JsonObject,
  quoted,
  type RegisteredTool,
  refused,
  type ToolDefinition,
  type ToolRegistry
} from "@toolgate/core"
import type { DefaultPolicy, PolicyProblem } from "@toolgate/policy"
import * as Effect from "effect/Effect"
import { buildDefinedTool } from "./buildDefinedTool.ts"
import type { DryStop } from "./DryAnswer.ts"
import type { Validator } from "./Validator.ts"

/** A tool that a request defines, the known tools with this tool, and the policy that knows all of them. */
interface DefinedTool {
  readonly tool: RegisteredTool
  readonly tools: ReadonlyArray<ToolDefinition>
  readonly policy: DefaultPolicy.LayeredPolicy
}

/**
 * The tools that requests define. Each tool exists only for its own request, and is checked like every other tool. The
 * cache reuses tools for equal definitions.
 */
interface DefinedTools {
  readonly of: (name: string, definition: JsonObject, source: string) => Effect.Effect<DefinedTool, DryStop>
}

/**
 * Makes the cache of defined tools. `policyWith` returns a policy that also knows the tool, or the problem with such a
 * policy.
 */
export const cacheDefinedTools = (
  registry: Pick<ToolRegistry["Service"], "get">,
  { checkTool }: Pick<Validator, "checkTool">,
  policyWith: (tool: ToolDefinition) => Omit<DefinedTool, "tool"> | PolicyProblem
): DefinedTools => {
  const kept = new Map<string, DefinedTool>()
  const make = Effect.fnUntraced(function* (
    name: string,
    definition: JsonObject,
    source: string
  ): Effect.fn.Return<DefinedTool, DryStop> {
    const stop = (layer: DryStop["layer"], rule: string, at: string, message: string) =>
      Effect.fail<DryStop>({
        _tag: "Stopped",
        layer,
        because: { layer, rule, source: at },
        refused: refused("InvalidArgs", message)
      })
    if (registry.get(name) !== undefined)
      return yield* stop(
        "registry",
        "definition",
        source,
        `Tool "${name}" is known by its own definition; leave "definition" out, or give the tool another name.`
      )
    const tool = checkTool(buildDefinedTool(name, definition))
    const problems =
      "parse" in tool ? tool.definition.aliases.flatMap((alias) => takenBy(registry.get(alias), alias)) : tool
    if (!("parse" in tool) || problems.length > 0)
      return yield* stop(
        "registry",
        "definition",
        source,
        `Tool ${quoted(name)} cannot be registered: ${problems.join("; ")}.`
      )
    const made = policyWith(tool.definition)
    if ("policy" in made) return { tool, ...made }
    return yield* stop("policy", "tools", made.source, `The policy cannot be used with this tool: ${made.message}.`)
  })
  return {
    of: (name, definition, source) => {
      const key = JSON.stringify([name, definition])
      const known = kept.get(key)
      if (known !== undefined) return Effect.succeed(known)
      return Effect.map(make(name, definition, source), (made) => {
        if (kept.size >= maxKept) kept.clear()
        kept.set(key, made)
        return made
      })
    }
  }
}

const takenBy = (holder: RegisteredTool | undefined, name: string): ReadonlyArray<string> =>
  holder === undefined ? [] : [`the name "${name}" is taken by the tool "${holder.definition.name}"`]

// The largest number of cached tools. Each of them has a separate policy.
const maxKept = 32
