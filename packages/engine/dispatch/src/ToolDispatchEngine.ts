import {
  Approvals,
  AuditLog,
  CallExtension,
  type DispatchContext,
  DispatchHooks,
  getCallContext,
  type Judgement,
  makeAwaitable,
  OutputFitting,
  type PermissionRequest,
  type Refused,
  Resources,
  RuntimePolicy,
  Sandboxes,
  type ToolCall,
  ToolEvents,
  type ToolExecution,
  ToolRegistry,
  Visibility
} from "@toolgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { Calls } from "./Calls.ts"
import type { HandleParts } from "./call/CallHandles.ts"
import type { Answered, CallInFlight } from "./call/CallInFlight.ts"
import { checkLimits, DispatchLimits } from "./DispatchLimits.ts"
import { type DispatchOptions, noOptions } from "./DispatchOptions.ts"
import { describeTool, pickDescription } from "./describeTool.ts"
import { guardParts } from "./guardParts.ts"
import { beginCall } from "./line/beginCall.ts"
import { makeJudge } from "./line/makeJudge.ts"
import { type MalformedCall, readCall } from "./line/readCall.ts"
import { buildSteps } from "./line/steps.ts"
import { cancelled, closed } from "./reasons.ts"

/** The options of a batch of calls. */
export interface BatchOptions {
  /** The number of concurrent calls in the batch; 1 runs them in sequence. The limit of the session still applies. */
  readonly concurrency?: number | undefined
}

/**
 * The gate: every tool call passes through it, and every call is answered. The engine knows only the order of the steps.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import * as Effect from "effect/Effect"
 * import { builtins } from "toolgate"
 * import { openWorkspace, ToolDispatchEngine, ToolgateLayer } from "toolgate/effect"
 *
 * const program = Effect.gen(function* () {
 *   const engine = yield* ToolDispatchEngine
 *   const principal = { agent: "assistant", ceiling: { tools: "any" } } as const
 *   const workspace = yield* openWorkspace(".")
 *   const context = {
 *     session: "s",
 *     turn: "t",
 *     principal,
 *     workspace,
 *     caller: { kind: "direct" },
 *     deadline: undefined
 *   } as const
 *   return yield* engine.dispatch({ id: "1", tool: "read_file", args: { path: "README.md" } }, context)
 * })
 * const gate = ToolgateLayer.layer({ policy: "default", tools: builtins() })
 * assert.equal((await Effect.runPromise(Effect.provide(program, gate))).success, true)
 * ```
 */
export class ToolDispatchEngine extends Context.Service<
  ToolDispatchEngine,
  {
    /** Answers a call. Never fails. Interrupting the effect ends the call and waits for its end. */
    readonly dispatch: (
      call: ToolCall,
      context: DispatchContext,
      options?: Omit<DispatchOptions, "signal">
    ) => Effect.Effect<ToolExecution>
    /** Answers a call. Never rejects. Aborting the signal cancels the call. */
    readonly dispatchPromise: (
      call: ToolCall,
      context: DispatchContext,
      options?: DispatchOptions
    ) => Promise<ToolExecution>
    /** Answers several calls in order. Listeners receive the events of all calls. */
    readonly dispatchAll: (
      calls: ReadonlyArray<ToolCall>,
      context: DispatchContext,
      options?: BatchOptions & Omit<DispatchOptions, "signal">
    ) => Effect.Effect<ReadonlyArray<ToolExecution>>
    /** Answers several calls in order. Never rejects. */
    readonly dispatchAllPromise: (
      calls: ReadonlyArray<ToolCall>,
      context: DispatchContext,
      options?: BatchOptions & DispatchOptions
    ) => Promise<ReadonlyArray<ToolExecution>>
    /**
     * Returns what `dispatch` would decide, without asking a person, and without running, recording or counting the call.
     * Hooks are consulted, because they may stop or change the call; `DispatchHooks.started` is not called. A refusal in
     * an earlier step becomes a `deny`. Never fails. The sandbox is not consulted and may still refuse the call.
     */
    readonly judge: (call: ToolCall, context: DispatchContext) => Effect.Effect<Judgement>
    /**
     * Returns the request for the policy: the call with its tool, validated arguments and current resources. Consults the
     * hooks, like `judge`. Fails with the refusal of an earlier step.
     */
    readonly request: (call: ToolCall, context: DispatchContext) => Effect.Effect<PermissionRequest, Refused>
    /** Ends the calls of a session and waits for their answers. */
    readonly cancelSession: (session: string) => Effect.Effect<void>
    /**
     * Declares that a session has ended: the policy drops its counts and answers, the sandboxes remove its files. Running
     * calls of the session continue. `agent` limits this to the sandbox files of one agent. Absent: all agents with a
     * session of this name.
     */
    readonly sessionEnded: (session: string, agent?: string) => void
    /** Ends one call of a session without waiting. Does nothing if the call has been answered. */
    readonly cancelCall: (session: string, callId: string) => void
  }
>()("@toolgate/dispatch/ToolDispatchEngine") {
  static readonly layer = Layer.effect(
    ToolDispatchEngine,
    Effect.gen(function* () {
      const hooks = yield* DispatchHooks
      const registry = yield* ToolRegistry
      const visibility = yield* Visibility
      const resolver = yield* Resources
      const policy = yield* RuntimePolicy
      const sandboxes = yield* Sandboxes
      const audit = yield* AuditLog
      const events = yield* ToolEvents
      // Without it, outputs stay unchanged.
      const fitting = Option.getOrUndefined(yield* Effect.serviceOption(OutputFitting))
      const approvals = Option.getOrUndefined(yield* Effect.serviceOption(Approvals))
      const extension = Option.getOrUndefined(yield* Effect.serviceOption(CallExtension))
      const limits = checkLimits(yield* DispatchLimits)
      const services = yield* Effect.context<never>()
      const runFork = Effect.runForkWith(services)
      const { publish, policyDigest, record, stopBroke, sessionEnded } = guardParts(
        { events, policy, audit, sandboxes },
        runFork
      )

      const dispatchFrom = (
        call: ToolCall | MalformedCall,
        context: DispatchContext,
        options = noOptions,
        parent?: CallInFlight
      ) =>
        Effect.withFiber<ToolExecution>((fiber) =>
          Effect.callback((resume) => {
            const runFork = Effect.runForkWith(fiber.context)
            const flight = calls.begin(
              call,
              context,
              runFork,
              (answer) => resume(Effect.succeed(answer)),
              options,
              parent
            )
            return flight.life.isAnswered ? undefined : flight.life.ended(cancelled)
          })
        )

      const promiseOf = (call: ToolCall | MalformedCall, context: DispatchContext, options = noOptions) => {
        const answer = new Promise(takeResolve)
        calls.begin(call, context, runFork, resolveOfLast, options)
        return answer
      }

      const child: HandleParts["child"] = (call, context, parent, options) =>
        makeAwaitable(dispatchFrom(readCall(call), context, options, parent), Effect.runPromiseWith(services))

      const describe: HandleParts["describe"] = (name, context) =>
        makeAwaitable(describeTool(visibility, name, context), Effect.runPromiseWith(services))

      const visible: HandleParts["visible"] = (asker) => visibility.visible(asker).map(pickDescription)

      const deciding = { hooks, registry, visibility, extension, resolver, policy }
      const { judge, request } = makeJudge(deciding)
      const childDenied: HandleParts["childDenied"] = (call, context) =>
        makeAwaitable(
          Effect.map(judge(readCall(call), context), (judged) =>
            judged.decision === "deny" ? judged.refusal : undefined
          ),
          Effect.runPromiseWith(services)
        )
      const calls = new Calls({
        limits,
        publish,
        handles: { child, childDenied, describe, visible },
        record,
        fitting,
        broke: stopBroke
      })
      calls.steps = buildSteps({
        ...deciding,
        sandboxes,
        approvals,
        takeSlot: (flight) => calls.takeSlot(flight),
        lockFiles: (flight) => calls.lockFiles(flight),
        openEntry: (permit) => audit.entry(permit, policyDigest()),
        begin: (flight) => beginCall(flight, { hooks, audit, runFork })
      })
      // Questions for people are published by the approval service.
      yield* events.listen((event) => {
        if (event.type === "tool.confirmation_requested" || event.type === "tool.confirmation_resolved")
          calls.heard(event)
      })
      yield* Effect.addFinalizer(() => calls.close())

      return {
        dispatch: (call, context, options) => dispatchFrom(readCall(call), getCallContext(call, context), options),
        dispatchPromise: (call, context, options) => promiseOf(readCall(call), getCallContext(call, context), options),
        dispatchAll: (all, context, options) =>
          Effect.suspend(() =>
            Effect.forEach(
              readCalls(all, context),
              (one) => dispatchFrom(one.call, one.context, options),
              atOnce(options)
            )
          ),
        dispatchAllPromise: (all, context, options) =>
          Effect.runPromise(
            Effect.suspend(() =>
              Effect.forEach(
                readCalls(all, context),
                (one) => Effect.promise(() => promiseOf(one.call, one.context, options)),
                atOnce(options)
              )
            )
          ),
        judge: (call, context) =>
          Effect.suspend(
            (): Effect.Effect<Judgement> =>
              calls.isOpen
                ? judge(readCall(call), getCallContext(call, context))
                : Effect.succeed({ decision: "deny", refusal: closed })
          ),
        request: (call, context) =>
          Effect.suspend(() =>
            calls.isOpen ? request(readCall(call), getCallContext(call, context)) : Effect.fail(closed)
          ),
        cancelSession: (session) => calls.end(cancelled, session),
        sessionEnded,
        cancelCall: (session, callId) => calls.endCall(cancelled, session, callId)
      }
    })
  )
}

// A shared executor: a promise runs its executor at once, and a closure per call would cost as much as the promise.
let resolveOfLast: Answered = () => {}
const takeResolve = (resolve: Answered): void => {
  resolveOfLast = resolve
}

// Reads all calls first, because the app may change its list before the last call starts.
const readCalls = (all: ReadonlyArray<ToolCall>, context: DispatchContext) => {
  if (!Predicate.isIterable(all)) throw new TypeError("A batch must be a list of calls.")
  return Array.from(all, (call) => ({ call: readCall(call), context: getCallContext(call, context) }))
}

// Invalid options must not fail a batch: a concurrency below 1 counts as 1.
const atOnce = ({ concurrency }: BatchOptions = {}) => ({
  concurrency: concurrency === undefined ? ("unbounded" as const) : Math.max(1, Math.floor(concurrency) || 1)
})
