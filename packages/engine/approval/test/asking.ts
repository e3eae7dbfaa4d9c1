import {
  type Approval,
  type ApprovalDecision,
  type ApprovalQuestion,
  Approvals,
  type Args,
  type AttachedApproval,
  type DecidedApproval,
  type Decider,
  type DecisionOutcome,
  type DispatchContext,
  PendingApprovals,
  type QuestionBounds,
  type QuestionEnd,
  type Refused,
  type ResolvedPath,
  type Resource,
  refused,
  type ToolDefinition,
  type ToolEvent,
  ToolEvents,
  type ToolExecution
} from "@toolgate/core"
import { makeExecutionGrant, makePermissionRequest, makeToolDefinition } from "@toolgate/testing"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Scope from "effect/Scope"
import { expect, vi } from "vitest"
import { MemoryApprovals, type StoredApprovals } from "../src/index.ts"

/** Opens the port in memory, and collects its events and log lines. `hear` is called with each event as it comes. */
/** Returns the refusal of a denied call. */
export const deniedBy = (message: string, by: Partial<DecidedApproval> = {}) => ({
  ...refused("UserDenied", message),
  denied: expect.objectContaining({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    at: expect.any(Number),
    shown: expect.stringMatching(/^hmac-sha256:[0-9a-f]{64}$/),
    ...by
  })
})

export const openApprovals = async (
  options: StoredApprovals.ApprovalsOptions = {},
  hear: (event: ToolEvent) => void = () => {}
) => {
  const events: Array<ToolEvent> = []
  const logs: Array<string> = []
  const recorded = Layer.mock(ToolEvents, {
    publish: (event) => {
      events.push(event)
      hear(event)
    }
  })
  const runtime = ManagedRuntime.make(
    MemoryApprovals.layer(options).pipe(
      Layer.provide(recorded),
      Layer.provideMerge(Logger.layer([Logger.map(Logger.formatSimple, (line) => logs.push(line))]))
    )
  )
  const context = await runtime.context()
  const { obtain, sessionEnded } = Context.get(context, Approvals)
  const pending = Context.get(context, PendingApprovals)
  const list = (bounds?: QuestionBounds) => Effect.runSync(pending.list(bounds))
  return {
    events,
    logs,
    list,
    decide: (id: string, decision: ApprovalDecision, decider?: Decider) =>
      Effect.runSync(pending.decide(id, decision, decider)),
    /** Listens until the returned function is called. */
    listen: (changed: () => void) => {
      const scope = Effect.runSync(Scope.make())
      Effect.runSync(Scope.provide(pending.listen(changed), scope))
      return () => Effect.runSync(Scope.close(scope, Exit.void))
    },
    sessionEnded,
    close: () => runtime.dispose(),
    /** Asks, and returns without waiting for the answer. */
    ask: (asked: ApprovalQuestion) => {
      const fiber = Effect.runForkWith(context)(obtain(asked))
      return {
        answer: Effect.runPromise(Fiber.await(fiber)).then(answerOf),
        interrupt: () => Effect.runPromise(Fiber.interrupt(fiber))
      }
    },
    /** The id of the only open question. */
    only: (): string => {
      const [request, ...others] = list()
      if (request === undefined || others.length > 0) throw new Error(`There are ${list().length} questions.`)
      return request.id
    },
    /** The kinds of the events so far, in order. */
    told: () =>
      events.map((event) => (event.type === "tool.confirmation_resolved" ? event.decision : event.type.split("_")[1]))
  }
}

const answerOf = (exit: Exit.Exit<Approval, Refused>): Approval | Refused | "interrupted" | "died" => {
  if (exit._tag === "Success") return exit.value
  const [reason] = exit.cause.reasons
  return reason?._tag === "Fail" ? reason.error : reason?._tag === "Interrupt" ? "interrupted" : "died"
}

/** Stops time until a test advances it. Fibers continue to run. */
export const stopTime = () =>
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"], now: 1_000_000 })

export const tool = (name = "write_file", more: Partial<ToolDefinition> = {}): ToolDefinition =>
  makeToolDefinition({
    name,
    description: "Writes a file.",
    sideEffects: "WRITE",
    resources: [{ kind: "file", arg: "/path", mode: "w", within: "workspace" }],
    ...more
  })

/** The outcome of a decision on an ended question. */
export const over = (
  ended: QuestionEnd,
  { at = 1_000_000, ...who }: { readonly at?: number; readonly by?: string; readonly from?: string } = {}
): DecisionOutcome => {
  if (ended === "expired" || ended === "withdrawn")
    return { outcome: "over", ended, message: `This question is over: ${ends[ended]}.` }
  const by = who.by === undefined ? "" : ` by "${who.by}"`
  const from = who.from === undefined ? "" : ` from "${who.from}"`
  const message = `This question is over: ${ends[ended]}${by}${from} at ${new Date(at).toISOString()}.`
  return { outcome: "over", ended, message, at, ...who }
}

/** An approval that was given in `waitedMs`, and its claim. */
export const approval = (id: unknown, waitedMs: number, who: object = {}) => ({
  id,
  waitedMs,
  at: expect.any(Number),
  shown: keyed,
  claim: { digest: keyed, mac: expect.stringMatching(/^[\w-]{43}$/) },
  files: expect.any(Array),
  ...who
})

export const keyed = expect.stringMatching(/^hmac-sha256:[0-9a-f]{64}$/)

const ends = {
  approve: "it was approved",
  deny: "it was denied",
  expired: "nobody decided in time",
  withdrawn: "it was withdrawn before anybody decided"
}

/** The answer to a call that has run. */
export const answered: ToolExecution = {
  callId: "call-1",
  toolName: "write_file",
  arguments: {},
  success: true,
  output: { content: [{ type: "text", text: "Written." }], success: true, metadata: {} },
  error: undefined,
  executed: "yes",
  sandbox: "host",
  enforced: undefined,
  durationMs: 1,
  waitedMs: 0
}

const writeFile = tool()

export const workspace = "/ws" as ResolvedPath

export const file = (path: string, mode: "r" | "w" | "rw" = "w"): Resource => ({
  kind: "file",
  path: path as ResolvedPath,
  mode
})

export const because = { layer: "confirmation", rule: "WRITE: prompt", source: "defaults" }

export interface Asking extends Partial<Omit<ApprovalQuestion, "request">> {
  readonly id?: string
  readonly tool?: ToolDefinition
  readonly args?: Args
  readonly resources?: ReadonlyArray<Resource>
  readonly context?: Partial<DispatchContext>
  readonly key?: string
  readonly digest?: string
  /** The approval that the call carries. */
  readonly given?: AttachedApproval
}

/** The context of a call that does not wait. */
export const deferred = { defer: {} }

/** Creates a question about a call that writes a file. `Asking` overrides any part. */
export const question = ({
  id = "call-1",
  tool,
  args,
  resources,
  context,
  key,
  digest,
  given,
  ...more
}: Asking = {}): ApprovalQuestion => ({
  because,
  why: "Writing is for a person to confirm.",
  covers: "call",
  onlyOnce: false,
  grant: makeExecutionGrant(),
  ...more,
  request: {
    ...makePermissionRequest(
      {
        id,
        ...(key === undefined ? {} : { idempotencyKey: key }),
        args: args ?? { path: "src/auth.ts" },
        resources: resources ?? [file("/ws/src/auth.ts")],
        context: {
          session: "session-1",
          turn: "turn-1",
          principal: { agent: "agent-1", ceiling: { tools: "any" } },
          workspace,
          ...context
        }
      },
      tool ?? writeFile
    ),
    ...(digest === undefined ? {} : { toolDigest: digest }),
    ...(given === undefined ? {} : { given })
  }
})
