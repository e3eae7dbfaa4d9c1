import { createHash } from "node:crypto"
import {
  Approvals,
  type Args,
  CallExtension,
  type ChainRun,
  ChainRuns,
  type ExtendedCall,
  type ExtensibleCall,
  type Gated,
  type Refused,
  type RegisteredTool,
  refused,
  type StoreUnavailable
} from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { RecordedCall, type ScriptRunParts } from "./RecordedCall.ts"

export type { ScriptRunParts } from "./RecordedCall.ts"

/**
 * Records the runs of scripts with deferred calls. An equal call later continues a suspended script.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryChainRuns, ScriptRuns } from "@toolgate/chain/runs"
 * import { CallExtension } from "@toolgate/core"
 * import { makePermissionRequest, makeRegisteredTool } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * const extension = ScriptRuns.layer.pipe(Layer.provide(MemoryChainRuns.layer))
 * const { extend } = await Effect.runPromise(Effect.provide(CallExtension, extension))
 * const { callId, context } = makePermissionRequest()
 * // The extension is about scripts only.
 * assert.equal(extend(makeRegisteredTool(), {}, { callId, context, deferral: undefined, loggedArgs: [] }), undefined)
 * ```
 */
export const layer: Layer.Layer<CallExtension, never, ChainRuns> = Layer.effect(
  CallExtension,
  Effect.gen(function* () {
    const runs = yield* ChainRuns
    const approvals = Option.getOrUndefined(yield* Effect.serviceOption(Approvals))
    return make({ runs, approvals })
  })
)

/**
 * Returns the extension that records the runs of scripts.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryChainRuns, ScriptRuns } from "@toolgate/chain/runs"
 * import { makePermissionRequest, makeRegisteredTool } from "@toolgate/testing"
 *
 * const { extend } = ScriptRuns.make({ runs: MemoryChainRuns.make(), approvals: undefined })
 * const { callId, context } = makePermissionRequest()
 * assert.equal(extend(makeRegisteredTool(), {}, { callId, context, deferral: undefined, loggedArgs: [] }), undefined)
 * ```
 */
export const make = (parts: ScriptRunParts): CallExtension["Service"] => ({
  extend: (tool, args, call) => {
    const { deferral } = call
    if (deferral === undefined || !runsScripts(tool)) return undefined
    const { joinsEarlier = false } = deferral
    if (joinsEarlier === false) return Exit.succeed(new RecordedCall(parts, undefined))
    const equal = computeDigest(call, tool, args, joinsEarlier)
    const joined = Effect.catchTag(parts.runs.join(equal), "StoreUnavailable", unavailable)
    return Effect.flatMap(givingBackLate(parts, joined), (run) => callOf(parts, run, equal))
  }
})

/**
 * Returns the extension for a call that resumes a run from `ChainRuns.take`, for `DispatchOptions.extended`. If the gate refuses the call
 * before it starts, `release` returns the run to the store.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { MemoryChainRuns, ScriptRuns } from "@toolgate/chain/runs"
 * import { makeNewChainRun } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * const runs = MemoryChainRuns.make()
 * const run = makeNewChainRun("1")
 * await Effect.runPromise(runs.begin(run))
 * await Effect.runPromise(runs.suspend(run.id, { approvals: ["a1"], expiresAt: Date.now() + 60_000 }))
 * const taken = await Effect.runPromise(runs.take("a1"))
 * assert(typeof taken === "object")
 * // The gate permitted this run before, so the call goes on.
 * const { goesOn } = ScriptRuns.resume({ runs, approvals: undefined }, taken)
 * assert.equal(goesOn, true)
 * ```
 */
export const resume = (parts: ScriptRunParts, run: ChainRun): ExtendedCall => new RecordedCall(parts, undefined, run)

const runsScripts = ({ implementations }: RegisteredTool): boolean =>
  implementations.some((one) => one.kind === "script" && one.broker !== undefined)

/** Returns the digest that two calls must share so that one continues the other's script. */
const computeDigest = (
  { context: { session, principal, workspace, caller } }: ExtensibleCall,
  { definition: { name } }: RegisteredTool,
  args: Args,
  joinsEarlier: true | "session"
): string => {
  const within = joinsEarlier === true ? null : session
  const facts = canonicalizeJson([within, principal, workspace, caller.kind, name, args])
  return createHash("sha256").update(facts).digest("hex")
}

type Joined = Effect.Success<ReturnType<ChainRuns["Service"]["join"]>>

const callOf = (parts: ScriptRunParts, run: Joined, equal: string): Gated<ExtendedCall> => {
  if (run === "held") return Exit.fail(held)
  // With an untrusted record, the script is not restarted, because its effects are unknown.
  if (run === "changed") return Exit.fail(changed)
  return Exit.succeed(new RecordedCall(parts, equal, run))
}

/** Stops waiting for the store immediately. A run that the store returns afterwards is released. */
const givingBackLate = ({ runs }: ScriptRunParts, joined: Gated<Joined>): Gated<Joined> =>
  Effect.withFiber((fiber) =>
    Effect.callback((resume) => {
      const runFork = Effect.runForkWith(fiber.context)
      let isOver = false
      runFork(joined).addObserver((exit) => {
        if (!isOver) resume(exit)
        else if (exit._tag === "Success" && typeof exit.value === "object")
          runFork(Effect.ignore(runs.giveBack(exit.value.id)))
      })
      return Effect.sync(() => {
        isOver = true
      })
    })
  )

const unavailable = ({ message }: StoreUnavailable): Effect.Effect<never, Refused> =>
  Effect.fail(refused("StoreUnavailable", `Whether the script was suspended is not known: ${message}`))

const held = refused("PolicyDenied", "The script was suspended, and is running again by now. Wait for its answer.")

const changed = refused(
  "PolicyDenied",
  "The script was suspended, and cannot continue: its stored record was changed. Find out what it has done before you run it again."
)
