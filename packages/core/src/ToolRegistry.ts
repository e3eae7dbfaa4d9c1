import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type { Effect } from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { Gated } from "./Refused.ts"
import type { RegisteredTool, Tool, ToolDefinition } from "./Tool.ts"

/**
 * The tools of a gate. They can change while calls run: a call finishes on the definition that it was looked up with. A definition
 * that does not hold is refused when it is added, never at its first call.
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import type { Tool } from "toolgate"
 * import { ToolRegistry } from "toolgate/effect"
 *
 * export const exchange = (tool: Tool) =>
 *   Effect.flatMap(ToolRegistry, (registry) => (registry.has(tool.name) ? registry.replace(tool) : registry.add(tool)))
 * ```
 */
export class ToolRegistry extends Context.Service<
  ToolRegistry,
  {
    /** Adds a tool. Fails if its name or one of its aliases is taken: `replace` exchanges a tool. */
    readonly add: (tool: Tool) => Effect<RegisteredTool, ToolRegistrationError>
    /**
     * Adds a tool, or replaces the tool of its name. A source of tools can so state its tools without knowing the previous ones.
     * The new aliases replace the old ones. If the new tool does not hold, the old one stays. Of two replacements that are checked
     * at the same time, the one that was requested last stays; the other fails if its check ends later.
     */
    readonly replace: (tool: Tool) => Effect<RegisteredTool, ToolRegistrationError>
    /**
     * Makes these tools all the tools of an owner: its tools that are not among them are removed. All of them are registered
     * together or none is. They are in force, and the others gone, in one step, once every check has accepted every tool. A name that
     * belongs to a tool of another owner is a problem that names both owners. Of two exchanges of an owner that are checked at the
     * same time, the one that was requested last stays; the other fails if its checks end later. Removals are reported first.
     */
    readonly exchange: (
      owner: string | undefined,
      tools: Iterable<Tool>
    ) => Effect<ReadonlyArray<RegisteredTool>, ToolRegistrationError>
    /** Removes the tool of a name or alias, with all of its names. Returns whether there was one. */
    readonly remove: (name: string) => Effect<boolean>
    /**
     * Calls `told` with each change after it happened, in order and without loss, until the scope closes. A change that a listener
     * makes is reported once every listener has been told of the previous change. What `told` throws or rejects with is logged, and
     * nothing waits for its promise.
     */
    readonly listen: (told: (change: ToolChange) => void | PromiseLike<void>) => Effect<void, never, Scope>
    /**
     * Returns the tool of a name or alias as a settled answer, for every asker. `Visibility` refuses an unknown name. For a tool in
     * quarantine, the answer is an effect that checks the tool once more and then refuses it; such a tool is shown to nobody.
     */
    readonly lookup: (name: string) => Gated<RegisteredTool> | undefined
    readonly get: (name: string) => RegisteredTool | undefined
    readonly has: (name: string) => boolean
    /**
     * Returns the definitions in the order in which the tools were added. The list is the same object until the tools change, or a
     * quarantine begins or ends, so that a cache can be kept beside it.
     */
    readonly list: () => ReadonlyArray<ToolDefinition>
    /**
     * Asks a check about every tool there is, and then about each tool that is to be added or replaced, until the scope closes.
     * Checks are asked in the order in which they came. A tool that a check finds problems with is not added. Fails with the
     * problems of the tools that are there already; those tools stay.
     */
    readonly admitting: (check: AdmissionCheck) => Effect<void, ToolRegistrationError, Scope>
  }
>()("@toolgate/core/ToolRegistry") {}

/**
 * A change of the tools. The definition is the new one of a tool that was replaced, and the last one of a tool that was removed. A
 * tool whose quarantine begins or ends is reported as replaced by itself.
 */
export interface ToolChange {
  readonly change: "added" | "replaced" | "removed"
  readonly tool: ToolDefinition
}

/**
 * Returns the problems that keep a tool from being registered, each the part of a sentence. The answer is an effect if the check
 * has to wait. The tool is not registered yet, and may never be.
 */
export type AdmissionCheck = (tool: RegisteredTool) => ReadonlyArray<string> | Effect<ReadonlyArray<string>>

/**
 * An error about a definition that does not hold, with everything that is wrong with it.
 *
 * ```ts
 * import { type Tool, type Toolgate, ToolRegistrationError } from "toolgate"
 *
 * export const add = async (gate: Toolgate, tool: Tool) => {
 *   try {
 *     await gate.tools.add(tool)
 *   } catch (cause) {
 *     if (!(cause instanceof ToolRegistrationError)) throw cause
 *     console.error(`${cause.tool}: ${cause.problems.join("; ")}`)
 *   }
 * }
 * ```
 */
export class ToolRegistrationError extends Data.TaggedError("ToolRegistrationError")<{
  readonly tool: string
  readonly message: string
  readonly problems: ReadonlyArray<string>
}> {}
