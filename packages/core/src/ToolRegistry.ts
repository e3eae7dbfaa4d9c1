import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type { Effect } from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { Gated } from "./Refused.ts"
import type { RegisteredTool, Tool, ToolDefinition } from "./Tool.ts"

/**
 * The tools of a gate. They can change while calls run: a running call keeps its definition. An invalid definition is
 * refused when it is added, never at its first call.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import * as Effect from "effect/Effect"
 * import { builtins, createToolgate, shell } from "toolgate"
 * import { partsOf, ToolRegistry } from "toolgate/effect"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * const exchange = Effect.gen(function* () {
 *   const registry = yield* ToolRegistry
 *   yield* registry.remove("write_file")
 *   yield* registry.add(shell)
 *   // The name is taken now.
 *   return yield* Effect.flip(registry.add(shell))
 * })
 * const { tool } = await Effect.runPromiseWith(partsOf(gate).services)(exchange)
 * assert.equal(tool, "shell")
 * assert.deepEqual(
 *   gate.tools.list().map(({ name }) => name),
 *   ["read_file", "patch_file", "list_dir", "shell"]
 * )
 * ```
 */
export class ToolRegistry extends Context.Service<
  ToolRegistry,
  {
    /** Adds a tool. Fails if its name or an alias is taken; use `replace` to exchange a tool. */
    readonly add: (tool: Tool) => Effect<RegisteredTool, ToolRegistrationError>
    /**
     * Adds a tool or replaces the tool with its name, so that a source can publish its tools without knowing the previous
     * ones. The new aliases replace the old ones. If the new tool is invalid, the old one stays. If two replacements are
     * checked at the same time, the later request wins; the other fails if its check ends later.
     */
    readonly replace: (tool: Tool) => Effect<RegisteredTool, ToolRegistrationError>
    /**
     * Replaces all tools of an owner: its other tools are removed. The change is atomic and happens after every check has
     * accepted every tool. A name that belongs to another owner's tool is a problem; the message names both owners. If two
     * exchanges of an owner are checked at the same time, the later request wins; the other fails if its checks end later.
     * Removals are reported first.
     */
    readonly exchange: (
      owner: string | undefined,
      tools: Iterable<Tool>
    ) => Effect<ReadonlyArray<RegisteredTool>, ToolRegistrationError>
    /** Removes a tool by name or alias, with all of its names. Returns whether it existed. */
    readonly remove: (name: string) => Effect<boolean>
    /**
     * Calls `told` with each change, in order and without loss, until the scope closes. If a listener makes a change, it
     * is reported after all listeners have received the previous change. Errors of `told` are logged, and its promise is
     * not awaited.
     */
    readonly listen: (told: (change: ToolChange) => void | PromiseLike<void>) => Effect<void, never, Scope>
    /**
     * Returns a tool by name or alias as a settled answer, for every asker. `Visibility` refuses an unknown name. For a
     * quarantined tool, the answer is an effect that checks the tool once more and then refuses it; such a tool is hidden
     * from everyone.
     */
    readonly lookup: (name: string) => Gated<RegisteredTool> | undefined
    readonly get: (name: string) => RegisteredTool | undefined
    readonly has: (name: string) => boolean
    /**
     * Returns the definitions in the order of registration. The list is the same object until the tools or their
     * quarantine change, so it can be a cache key.
     */
    readonly list: () => ReadonlyArray<ToolDefinition>
    /**
     * Runs a check on every existing tool and then on each tool that is added or replaced, until the scope closes. Checks
     * run in the order in which they were added. A tool that fails a check is not added. Fails with the problems of
     * existing tools; those tools stay.
     */
    readonly admitting: (check: AdmissionCheck) => Effect<void, ToolRegistrationError, Scope>
  }
>()("@toolgate/core/ToolRegistry") {}

/**
 * A change of the tools. The definition is the new one of a replaced tool, and the last one of a removed tool. A tool that
 * enters or leaves quarantine is reported as replaced by itself.
 */
export interface ToolChange {
  readonly change: "added" | "replaced" | "removed"
  readonly tool: ToolDefinition
}

/**
 * Returns the problems that keep a tool from being registered, as clauses. The answer is an effect if the check has to
 * wait. The tool is not registered yet and may never be.
 */
export type AdmissionCheck = (tool: RegisteredTool) => ReadonlyArray<string> | Effect<ReadonlyArray<string>>

/**
 * The definition of a tool is invalid. Lists all problems.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { createToolgate, defineTool, ToolRegistrationError } from "toolgate"
 *
 * // This tool has nothing to run.
 * const parameters = { type: "object" } as const
 * const empty = defineTool({ name: "empty", description: "Does nothing.", parameters, sideEffects: "NONE" })
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "host", tools: [] })
 * const cause = await gate.tools.add(empty).catch((error: unknown) => error)
 * assert(cause instanceof ToolRegistrationError)
 * assert.deepEqual([cause.tool, cause.problems.length], ["empty", 1])
 * ```
 */
export class ToolRegistrationError extends Data.TaggedError("ToolRegistrationError")<{
  readonly tool: string
  readonly message: string
  readonly problems: ReadonlyArray<string>
}> {}
