import type { Skill } from "@toolgate/catalogue"
import type { DispatchContext } from "@toolgate/core"

/**
 * The context of a session's calls.
 *
 * ```ts
 * import type { SessionContext } from "toolgate/effect"
 *
 * export const agentOf = ({ now }: SessionContext): string => now().principal.agent
 * ```
 */
export interface SessionContext {
  /** Returns the context of a call that begins now. A changed tool may leave a group that a skill lists. */
  readonly now: () => DispatchContext
  /** The active skills. */
  readonly skills: ReadonlyArray<Skill>
}

const known = new WeakMap<object, SessionContext>()

export const rememberSession = (session: object, context: SessionContext): void => void known.set(session, context)

/**
 * Returns the context of the calls of a session, for code such as a server that makes them through the engine. Throws for any object that
 * is not a session of a gate.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import * as Context from "effect/Context"
 * import { builtins, createToolgate } from "toolgate"
 * import { getSessionContext, partsOf, ToolDispatchEngine } from "toolgate/effect"
 *
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * const alice = await gate.session({ id: "alice", readOnly: true })
 * // Make a call as the session does, with options that only the engine takes.
 * const { dispatchPromise } = Context.get(partsOf(gate).services, ToolDispatchEngine)
 * const call = { id: "1", tool: "write_file", args: { path: "a.txt", content: "" } }
 * const { success, executed } = await dispatchPromise(call, getSessionContext(alice).now())
 * assert.deepEqual([success, executed], [false, "no"])
 * // The object has to be a session.
 * assert.throws(() => getSessionContext({}), TypeError)
 * ```
 */
export const getSessionContext = (session: object): SessionContext => {
  const context = known.get(session)
  if (context === undefined) throw new TypeError("Expected a session that was opened with gate.session.")
  return context
}
