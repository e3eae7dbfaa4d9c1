import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type { Effect } from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { Gated } from "./Refused.ts"
import type { RegisteredTool, Tool, ToolDefinition } from "./Tool.ts"

/**
 * The tools of a gate. They can change while calls run: a call finishes on the definition that it was looked up with. A definition
 * that does not hold is refused when it is added, never at its first call.
 */
export class ToolRegistry extends Context.Service<
  ToolRegistry,
  {
    /** Adds a tool. Fails if its name or one of its aliases is taken: `replace` exchanges a tool. */
    readonly add: (tool: Tool) => Effect<RegisteredTool, ToolRegistrationError>
    /**
     * Puts a tool in the place of the tool of its name, and adds it if there is none: a source of tools says what there is now, and
     * need not know what there was. Its aliases take the place of the old ones. Where it does not hold, the old tool stays. Of two
     * replacements that are checked at once the one that was asked for last stays, and the other fails if it was checked later.
     */
    readonly replace: (tool: Tool) => Effect<RegisteredTool, ToolRegistrationError>
    /** Removes the tool of a name or alias, with all of its names. Returns whether there was one. */
    readonly remove: (name: string) => Effect<boolean>
    /**
     * Calls `told` with each change after it happened, in order and none left out, until the scope closes. A change that is made by
     * a listener is told once every listener has been told of the one before. What `told` throws or rejects with is logged, and
     * nothing waits for its promise.
     */
    readonly listen: (told: (change: ToolChange) => void | PromiseLike<void>) => Effect<void, never, Scope>
    /** Returns the tool of a name or alias as a settled answer, whoever asks; `Visibility` words the refusal of an unknown name. */
    readonly lookup: (name: string) => Gated<RegisteredTool> | undefined
    readonly get: (name: string) => RegisteredTool | undefined
    readonly has: (name: string) => boolean
    /** Returns the definitions in the order in which the tools were added: the same list until the tools change, so that a cache can be kept beside it. */
    readonly list: () => ReadonlyArray<ToolDefinition>
    /**
     * Asks a check about every tool there is, and then about each tool that is to be added or replaced, until the scope
     * closes. Checks are asked in the order in which they came, and a tool that one of them has problems with is not added.
     * Fails with the problems of the tools there are; those stay.
     */
    readonly admitting: (check: AdmissionCheck) => Effect<void, ToolRegistrationError, Scope>
  }
>()("@toolgate/core/ToolRegistry") {}

/** A change of the tools. Of a tool that was replaced it holds the new definition, of one that was removed the last. */
export interface ToolChange {
  readonly change: "added" | "replaced" | "removed"
  readonly tool: ToolDefinition
}

/**
 * Returns the problems that keep a tool from being registered, each the part of a sentence: at once, or as an effect where the
 * check waits. The tool is not registered yet, and may never be.
 */
export type AdmissionCheck = (tool: RegisteredTool) => ReadonlyArray<string> | Effect<ReadonlyArray<string>>

/** A definition that does not hold, with everything that is wrong with it. */
export class ToolRegistrationError extends Data.TaggedError("ToolRegistrationError")<{
  readonly tool: string
  readonly message: string
  readonly problems: ReadonlyArray<string>
}> {}
