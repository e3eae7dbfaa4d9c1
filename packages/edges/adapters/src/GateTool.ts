import { hash } from "node:crypto"
import type { CallOptions, Session, ToolCall, ToolExecution, Toolgate } from "toolgate"
import { type Dispatch, EarlyCalls } from "./EarlyCalls.ts"
import type { Door, GateToolsOptions } from "./ToolsOptions.ts"

/** The definition of a tool of a gate. */
export type ToolDefinition = ReturnType<Session["tools"]["list"]>[number]

/** A call from a framework. A missing `id` is generated. */
export interface FrameworkCall extends Pick<CallOptions, "signal" | "onOutput"> {
  readonly id: string | undefined
  readonly args: unknown
  /**
   * The arguments as the model wrote them. They replace `args`, because a parser may have dropped parts that the gate
   * refuses.
   */
  readonly argsText?: string | undefined
  readonly idempotencyKey?: string | undefined
}

/** A gate's tool, in the form that adapters declare. */
export interface GateTool {
  readonly name: string
  readonly title: string | undefined
  readonly description: string
  /** A copy of the schema, which the framework may change. */
  readonly parameters: object
  /** The gate's definition. */
  readonly definition: ToolDefinition
  /** Calls the tool. Never rejects. */
  readonly call: (call: FrameworkCall) => Promise<ToolExecution>
  /**
   * Asks the gate whether a person has to decide a call. If so, the call is deferred under its id and the question
   * stays in the gate. For a framework's own approval flow only (`approvals: "framework"`).
   */
  readonly needsPerson: (call: Pick<FrameworkCall, "args"> & { readonly id: string }) => Promise<boolean>
}

/** Returns the tools that the caller behind a door may see, for adapters. */
export const listGateTools = (
  door: Door,
  { openSchemas = false, approvals = "wait", ...given }: GateToolsOptions
): ReadonlyArray<GateTool> => {
  if (typeof door?.tools?.list !== "function")
    throw new TypeError(
      "The first argument must be a gate or a session, as in createTools(await gate.session({ id }))."
    )
  if (approvals !== "wait" && approvals !== "framework")
    throw new TypeError('Option "approvals" must be "wait" or "framework".')
  const defer = approvals === "framework" ? ({ defer: { joinsEarlier: "session" } } as const) : {}
  const dispatch: Dispatch = (call, { onOutput, onEvent, signal }) =>
    door.dispatch(call, {
      ...given,
      ...defer,
      ...(signal === undefined ? {} : { signal }),
      ...(onOutput === undefined ? {} : { onOutput: both(given.onOutput, onOutput) }),
      ...(onEvent === undefined ? {} : { onEvent: both(given.onEvent, onEvent) })
    })
  const early = new EarlyCalls(dispatch)
  const asker = askerOf(given)
  const judge = (call: ToolCall) => door.judge(call, isSession(door) ? {} : asker)
  // A framework that stores its approvals may repeat a call. A call that a person decides then runs once.
  const keyOf = async (call: ToolCall) =>
    (await judge(call)).decision === "ask" ? onceKey(call, given.turn) : undefined
  return listed(door, asker).map((definition) => {
    const tool = definition.name
    return {
      name: tool,
      title: definition.title,
      ...shown(definition, openSchemas),
      definition,
      call: async ({ id: given, args, argsText, idempotencyKey, ...listening }) => {
        const id = given === undefined || given === "" ? crypto.randomUUID() : given
        const asked = argsText === undefined ? { args } : { argsText }
        const taken = early.take({ id, tool, args }, listening)
        if (taken !== undefined) return taken
        const comesBack = approvals === "framework" && given === id
        const key = idempotencyKey ?? (comesBack ? await keyOf({ id, tool, ...asked }) : undefined)
        return dispatch({ id, tool, ...(key === undefined ? {} : { idempotencyKey: key }), ...asked }, listening)
      },
      needsPerson: async ({ id, args }) => {
        const call = { id, tool, args }
        const judged = await judge(call)
        // A call with a stored answer runs only when the framework makes it, with the model's own text.
        return judged.decision === "ask" && !judged.isAnswered && early.make(call)
      }
    }
  })
}

/**
 * Returns the tools that a framework can call. Hosted tools are left out, because the model's provider runs them and
 * the app declares them.
 */
const listed = (door: Door, asker: ReturnType<typeof askerOf>): ReadonlyArray<ToolDefinition> =>
  (isSession(door) ? door.tools.list() : door.tools.list(asker)).filter(
    ({ implementations }) => !implementations.some(({ kind }) => kind === "provider")
  )

const isSession = (door: Door): door is Session => !("session" in (door satisfies Session | Toolgate))

const askerOf = ({ session, agent, role, task, onBehalfOf, readOnly, noWeb, skills }: GateToolsOptions) => ({
  ...(session === undefined ? {} : { session }),
  ...(agent === undefined ? {} : { agent }),
  ...(role === undefined ? {} : { role }),
  ...(task === undefined ? {} : { task }),
  ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
  ...(readOnly === undefined ? {} : { readOnly }),
  ...(noWeb === undefined ? {} : { noWeb }),
  ...(skills === undefined ? {} : { skills })
})

/**
 * Returns the idempotency key of a call that its framework may repeat. Models reuse ids, so the arguments count too.
 */
const onceKey = ({ id, args, argsText }: ToolCall, turn: string | undefined): string | undefined => {
  try {
    const text = JSON.stringify([turn ?? null, id, args ?? null, argsText ?? null])
    return `framework ${hash("sha256", text)}`
  } catch {
    return undefined
  }
}

const shown = ({ description, parameters }: ToolDefinition, isOpen: boolean) =>
  isOpen
    ? {
        description: `${description}\n\nArguments, as JSON Schema: ${JSON.stringify(parameters)}`,
        parameters: { type: "object" }
      }
    : { description, parameters: structuredClone(parameters) as object }

const both =
  <A>(one: ((value: A) => void) | undefined, other: (value: A) => void) =>
  (value: A): void => {
    one?.(value)
    other(value)
  }
