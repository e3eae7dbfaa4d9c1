import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type { Effect } from "effect/Effect"
import type { Asker } from "./DispatchContext.ts"
import type { Gated } from "./Refused.ts"
import type { RegisteredTool, Tool } from "./Tool.ts"

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
    /** By name or alias, visible or not. What is unknown is answered with the names visible to who asks, nearest first. */
    readonly lookup: (name: string, asker: Asker) => Gated<RegisteredTool>
    readonly get: (name: string) => RegisteredTool | undefined
    readonly has: (name: string) => boolean
    /** In the order of their registration. */
    readonly list: () => ReadonlyArray<RegisteredTool>
    /** What an agent is told about. */
    readonly visible: (asker: Asker) => ReadonlyArray<RegisteredTool>
  }
>()("@toolgate/core/ToolRegistry") {}

/** A definition that does not hold, with everything that is wrong with it. */
export class ToolRegistrationError extends Data.TaggedError("ToolRegistrationError")<{
  readonly tool: string
  readonly message: string
  readonly problems: ReadonlyArray<string>
}> {}
