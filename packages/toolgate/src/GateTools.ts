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
 * The tools of a gate. They can change while calls run: a running call keeps the definition it was looked up with, even while it waits for
 * a person. After the gate is closed, every method throws or rejects.
 */
export interface GateTools {
  /**
   * Returns the tools that an agent can see, in the order of registration. Tools that the policy can never allow for this agent, session
   * and workspace are left out.
   */
  readonly list: (asker?: AskerOptions) => ReadonlyArray<ToolDefinition>
  /**
   * Resolves to the tools that may be declared to a model now. These are the tools of `list`, with hosted tools only if the gate allows
   * them. If a person has to decide about a hosted tool, waits for the answer. The person is asked once per session until the definition or
   * the policy changes. Rejects if an option is invalid.
   */
  readonly declarable: (options?: JudgeOptions) => Promise<ReadonlyArray<ToolDefinition>>
  /**
   * Adds a tool. Rejects with a `ToolRegistrationError` that lists every problem with the definition, the policy rules about it, or its
   * guest. A name or alias that is already taken is a problem too.
   */
  readonly add: (tool: Tool) => Promise<void>
  /**
   * Replaces the tool with the same name, or adds it. Rejects like `add`, and then the old tool stays. Of two concurrent replacements, the
   * later one wins.
   */
  readonly replace: (tool: Tool) => Promise<void>
  /** Removes the tool with this name or alias. Resolves to whether there was such a tool. */
  readonly remove: (name: string) => Promise<boolean>
  /**
   * Calls `listener` after each change, in order, and returns a function that unsubscribes. Errors of the listener are logged; its promise
   * is not awaited.
   */
  readonly listen: (listener: (change: ToolChange) => void | PromiseLike<void>) => () => void
}

/** Returns the tool methods of a gate. They throw once `closed` is aborted. `list` serves an asker, `declarable` a model. */
export const gateTools = (
  services: Context.Context<ToolRegistry>,
  { list, declarable }: Pick<GateTools, "list" | "declarable">,
  closed: AbortSignal
): GateTools => {
  const registry = Context.get(services, ToolRegistry)
  const checkOpen = () => {
    if (closed.aborted) throw new Error("The gate is closed; its tools are no longer available.")
  }
  const change = async <A, E>(effect: Effect.Effect<A, E>): Promise<A> => {
    checkOpen()
    const exit = await Effect.runPromiseExitWith(services)(effect, { signal: closed })
    if (Exit.isSuccess(exit)) return exit.value
    // The gate was closed during the check.
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
      if (!Predicate.isFunction(listener)) throw new TypeError("The listener must be a function.")
      const scope = Scope.makeUnsafe()
      const run = Effect.runSyncWith(services)
      run(Scope.provide(registry.listen(listener), scope))
      return () => run(Scope.close(scope, Exit.void))
    }
  }
}

/** Whether `visible` includes the tool with this name or alias. */
export const isVisible = (
  { get }: Pick<ToolRegistry["Service"], "get">,
  name: string,
  visible: ReadonlyArray<ToolDefinition>
): boolean => {
  const tool = get(name)?.definition
  return tool !== undefined && visible.includes(tool)
}
