import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type { Effect } from "effect/Effect"
import type { Scope } from "effect/Scope"
import type { Gated } from "./Refused.ts"
import type { RegisteredTool, Tool, ToolDefinition } from "./Tool.ts"

/** The tools there are. A definition that does not hold is refused when it is registered, never at its first call. */
export class ToolRegistry extends Context.Service<
  ToolRegistry,
  {
    /** A second tool of one name is refused; `replace` is how a tool is exchanged. */
    readonly register: (tool: Tool) => Effect<RegisteredTool, ToolRegistrationError>
    /** Calls in flight finish with the tool they were looked up with. */
    readonly replace: (tool: Tool) => Effect<RegisteredTool, ToolRegistrationError>
    /** Removing what is not there changes nothing. */
    readonly unregister: (name: string) => Effect<void>
    /** Returns the tool of a name or alias as a settled answer, whoever asks; `Visibility` words the refusal of an unknown name. */
    readonly lookup: (name: string) => Gated<RegisteredTool> | undefined
    readonly get: (name: string) => RegisteredTool | undefined
    readonly has: (name: string) => boolean
    /** Returns the definitions in the order of their registration: the same list until the tools change, so that a cache can be kept beside it. */
    readonly list: () => ReadonlyArray<ToolDefinition>
    /**
     * Asks a check about every tool there is, and then about each tool that is to be registered or replaced, until the scope
     * closes. Checks are asked in the order in which they came, and a tool that one of them has problems with is not registered.
     * Fails with the problems of the tools there are; those stay.
     */
    readonly admitting: (check: AdmissionCheck) => Effect<void, ToolRegistrationError, Scope>
  }
>()("@toolgate/core/ToolRegistry") {}

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
