import { type Tool, type ToolChange, type ToolDefinition, ToolRegistry } from "@toolgate/core"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import * as Scope from "effect/Scope"
import type { JudgeOptions } from "./CallJudgement.ts"
import type { AskerOptions } from "./CallOptions.ts"

/**
 * The tools of a gate. They can change while calls run: a call finishes on the definition that it was looked up with, even if it
 * waits for a person meanwhile. Once the gate is closed, each method throws or rejects.
 */
export interface GateTools {
  /**
   * Returns the tools that an agent is told about, in the order in which they were added. Tools that the policy can never permit to
   * the agent, in its session and the gate's workspace, are left out.
   */
  readonly list: (asker?: AskerOptions) => ReadonlyArray<ToolDefinition>
  /**
   * Resolves to the tools that may be declared to a model now: those of `list`, hosted ones only if the gate allows a call of them.
   * If a person has to decide, resolves when they have: they are asked once in a session, until the definition or the policy changes.
   * Rejects if an option is invalid.
   */
  readonly declarable: (options?: JudgeOptions) => Promise<ReadonlyArray<ToolDefinition>>
  /**
   * Adds a tool. Rejects with a `ToolRegistrationError` that lists everything that is wrong with the definition, the policy's rules
   * about the tool, or its guest. A name or alias that is taken is refused as well.
   */
  readonly add: (tool: Tool) => Promise<void>
  /**
   * Puts a tool in the place of the tool of its name, or adds it if there is none. Rejects as `add` does, and the old tool stays. Of
   * two replacements at once, the later one stays.
   */
  readonly replace: (tool: Tool) => Promise<void>
  /** Removes the tool of a name or alias. Resolves to whether there was one. */
  readonly remove: (name: string) => Promise<boolean>
  /**
   * Calls a listener with each change after it happened, in order. Returns a function that stops it. An error of the listener is
   * logged, and nothing waits for its promise.
   */
  readonly listen: (listener: (change: ToolChange) => void | PromiseLike<void>) => () => void
}

/** The tools of a gate until `closed` is aborted. `list` lists them for an asker, `declarable` for a model. */
export const gateTools = (
  services: Context.Context<ToolRegistry>,
  { list, declarable }: Pick<GateTools, "list" | "declarable">,
  closed: AbortSignal
): GateTools => {
  const registry = Context.get(services, ToolRegistry)
  const checkOpen = () => {
    if (closed.aborted) throw new Error("The gate is closed: its tools can neither be listed nor changed any more.")
  }
  const change = async <A, E>(effect: Effect.Effect<A, E>): Promise<A> => {
    checkOpen()
    const exit = await Effect.runPromiseExitWith(services)(effect, { signal: closed })
    if (Exit.isSuccess(exit)) return exit.value
    // The gate was closed while a check waited.
    if (Cause.hasInterruptsOnly(exit.cause)) checkOpen()
    throw Cause.squash(exit.cause)
  }
  return {
    list: (asker) => {
      checkOpen()
      return list(asker)
    },
    declarable: async (options) => {
      checkOpen()
      return declarable(options)
    },
    add: (tool) => change(Effect.asVoid(registry.add(tool))),
    replace: (tool) => change(Effect.asVoid(registry.replace(tool))),
    remove: async (name) => {
      if (typeof name !== "string") throw new TypeError("The name of a tool must be a string.")
      return change(registry.remove(name))
    },
    listen: (listener) => {
      checkOpen()
      if (!Predicate.isFunction(listener)) throw new TypeError("A listener of the tools must be a function.")
      const scope = Scope.makeUnsafe()
      const run = Effect.runSyncWith(services)
      run(Scope.provide(registry.listen(listener), scope))
      return () => run(Scope.close(scope, Exit.void))
    }
  }
}

/** Whether the tool of a name or alias is among the tools that somebody is told about. */
export const isVisible = (
  { get }: Pick<ToolRegistry["Service"], "get">,
  name: string,
  visible: ReadonlyArray<ToolDefinition>
): boolean => {
  const tool = get(name)?.definition
  return tool !== undefined && visible.includes(tool)
}
