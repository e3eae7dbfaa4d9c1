import {
  ArtifactStore,
  type Enforcement,
  FileSystems,
  type Gated,
  type Permit,
  type PermitApproval,
  queueBusy,
  queueMs,
  type Ran,
  type Refused,
  type RegisteredTool,
  type Run,
  refuse,
  type Sandbox,
  type ScriptImplementation,
  type WasmImplementation,
  type WasmOptions
} from "@toolgate/core"
import { BubblewrapPath } from "@toolgate/processes"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { CommandJob } from "./CommandJob.ts"
import type { GuestJob } from "./GuestJob.ts"
import { type GuestLimits, getGuestLimits } from "./GuestLimits.ts"
import { GuestProgram } from "./GuestProgram.ts"
import { GuestRun } from "./GuestRun.ts"
import { Guests, type Loaded } from "./Guests.ts"
import { cpuMeans } from "./pool/CpuClock.ts"
import { makeAsker, type SlotAsker } from "./pool/GuestSlots.ts"
import { Launcher } from "./pool/Launcher.ts"
import { ProcessPool } from "./pool/ProcessPool.ts"
import { resolveGuestPath } from "./readGuest.ts"
import { resolveBounds } from "./resolveBounds.ts"
import { ScriptJob } from "./ScriptJob.ts"
import { scriptEngine } from "./scriptEngine.ts"
import type { WasmHost } from "./WasmHost.ts"

type GuestImplementation = WasmImplementation | ScriptImplementation

/**
 * Makes the sandbox that runs guests (WASI commands and scripts) in separate processes. A process receives only its
 * guest's data, and is killed at a limit. The processes belong to the scope.
 *
 * `admit` loads and checks the guests of a tool and starts the first processes, so that a missing or faulty guest is
 * reported before its first call.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { ProcessWasmSandbox } from "@toolgate/sandbox-wasm"
 * import { NodeFileSystems } from "@toolgate/workspace"
 * import * as Effect from "effect/Effect"
 *
 * const make = Effect.scoped(ProcessWasmSandbox.make())
 * const { name, runs } = await Effect.runPromise(Effect.provide(make, NodeFileSystems.layer))
 * assert.deepEqual([name, [...runs]], ["wasm", ["wasm", "script"]])
 * ```
 */
export const make = (
  options: WasmOptions = {}
): Effect.Effect<Sandbox & Required<Pick<Sandbox, "admit">>, never, FileSystems | Scope.Scope> =>
  Effect.gen(function* () {
    const fileSystems = yield* FileSystems
    const program = yield* GuestProgram
    const artifacts = Option.getOrUndefined(yield* Effect.serviceOption(ArtifactStore))
    const runFork = Effect.runForkWith(yield* Effect.context<never>())
    const bounds = resolveBounds(options)
    const memoryPages = Math.floor(bounds.memoryBytes / 65_536)
    const { tableEntries } = bounds.module

    const launcher = new Launcher(program, { memoryPages, tableEntries }, yield* BubblewrapPath)
    const pool = new ProcessPool(launcher, bounds.pool)
    yield* Effect.addFinalizer(() => Effect.callback<void>((resume) => pool.close(() => resume(Effect.void))))

    const guests = new Guests(pool, bounds.module)
    const host: WasmHost = { pool, fileSystems, fileBounds: bounds.files, enforced, runFork }

    const runOf = (permit: Permit, limits: GuestLimits, job: GuestJob): Run => ({
      start: (handles) =>
        Effect.callback<Ran, Refused>((ended) => {
          const run = new GuestRun(host, permit, job, limits, handles, ended)
          handles.onStop(run)
          run.start()
        })
    })

    /** Returns the job of a call, if its guest is loaded. */
    const jobOf = (permit: Permit, implementation: GuestImplementation, limits: GuestLimits): GuestJob | undefined => {
      if (implementation.kind === "wasm") {
        const module = guests.module(implementation, limits.memoryBytes)
        return module && new CommandJob(permit, implementation, module, limits, host)
      }
      const { script, broker } = implementation
      const source = typeof script === "function" ? script(permit.request.args) : guests.script(implementation)
      return (
        source && new ScriptJob(permit, implementation, source, limits, broker?.({ ...runOfPermit(permit), artifacts }))
      )
    }

    const load = (implementation: GuestImplementation, memoryBytes: number, asker: SlotAsker) =>
      Effect.promise<Loaded<unknown>>(() => {
        if (implementation.kind === "wasm") return guests.loadModule(implementation, memoryBytes, asker)
        pool.warmScripts(memoryBytes)
        const { script } = implementation
        return typeof script === "function"
          ? Promise.resolve(implementation)
          : guests.loadScript(implementation, script)
      })

    /** Loads a guest, and checks what can be checked without running it. */
    const loadChecked = (guest: GuestImplementation): Effect.Effect<Loaded<unknown>> =>
      Effect.flatMap(load(guest, bounds.memoryBytes, undefined), (loaded) => {
        // A script that is written for each call is checked then.
        if (guest.kind !== "script" || isProblem(loaded)) return Effect.succeed(loaded)
        const source = guests.script(guest)
        if (source === undefined) return Effect.succeed(loaded)
        return Effect.promise(async () => {
          const problem = await guests.checkScript(source, guest.export, bounds.memoryBytes)
          return problem === undefined ? source : { problem }
        })
      })

    const loadAndPrepare = (permit: Permit, implementation: GuestImplementation, limits: GuestLimits): Gated<Run> =>
      Effect.flatMap(load(implementation, limits.memoryBytes, makeAsker(permit.request)), (loaded) => {
        const job = jobOf(permit, implementation, limits)
        return job === undefined ? unfit(permit, loaded) : Effect.succeed(runOf(permit, limits, job))
      })

    return {
      name: "wasm",
      runs: new Set(["wasm", "script"] as const),
      prepare: (permit, tool) => {
        const implementation = guestOf(tool)
        if (implementation === undefined) return noGuest(tool)
        const limits = getGuestLimits(permit, bounds.memoryBytes, callsOf(implementation))
        if ("_tag" in limits) return Effect.fail(limits)
        const job = jobOf(permit, implementation, limits)
        return job === undefined
          ? loadAndPrepare(permit, implementation, limits)
          : Effect.succeed(runOf(permit, limits, job))
      },
      admit: Effect.fnUntraced(function* (tool) {
        const guests = guestsOf(tool)
        if (guests.length > 0) pool.start()
        const checked = yield* Effect.forEach(guests, (guest) =>
          Effect.map(loadChecked(guest), (loaded) => problemsOf(guest, loaded))
        )
        return checked.flat()
      })
    }
  })

const enforced: Enforcement = Object.freeze({
  wallMs: "sigkill",
  cpuMs: cpuMeans,
  memoryBytes: "engine",
  processes: "engine",
  outputBytes: "engine",
  access: "imports",
  files: "copies",
  syscalls: "none"
})

const guestsOf = ({ implementations }: RegisteredTool): ReadonlyArray<GuestImplementation> =>
  implementations.filter(({ kind }) => kind === "wasm" || kind === "script") as ReadonlyArray<GuestImplementation>

const guestOf = ({ implementations }: RegisteredTool): GuestImplementation | undefined => {
  for (const implementation of implementations)
    if (implementation.kind === "wasm" || implementation.kind === "script") return implementation
  return undefined
}

const runOfPermit = ({
  request: { callId, tool, args, idempotencyKey, context },
  grant: { limits },
  approval
}: Permit) => ({
  callId,
  tool: tool.name,
  args,
  idempotencyKey,
  // An approval for the whole session is stored in the process, and found without its id.
  approval: approval?.claim === undefined ? undefined : approvedBy(approval),
  context,
  limits,
  engine: scriptEngine
})

const approvedBy = ({ id, proposed }: PermitApproval) => (proposed === undefined ? { id } : { id, proposed })

const callsOf = (guest: GuestImplementation): number => (guest.kind === "script" ? guest.calls : 0)

const fileOf = (guest: GuestImplementation) => {
  const named = guest.kind === "wasm" ? guest.module : guest.script
  return typeof named === "function" ? "script" : resolveGuestPath(named)
}

const problemsOf = (guest: GuestImplementation, loaded: Loaded<unknown>): ReadonlyArray<string> =>
  isProblem(loaded) ? [`its guest "${fileOf(guest)}" cannot be run: ${loaded.problem}`] : []

const isProblem = (loaded: Loaded<unknown>): loaded is Loaded<never> =>
  typeof loaded === "object" && loaded !== null && "problem" in loaded

const unfit = ({ request: { tool } }: Permit, loaded: Loaded<unknown>) =>
  isProblem(loaded) && loaded.isBusy === true
    ? Effect.fail(queueBusy("one of the processes that check guests", queueMs))
    : refuse(
        "SandboxUnavailable",
        `Tool "${tool.name}" cannot run, because of its guest: ${isProblem(loaded) ? loaded.problem : "it was not loaded"}.`
      )

const noGuest = ({ definition }: RegisteredTool) =>
  refuse("SandboxUnavailable", `Tool "${definition.name}" has no implementation that runs in the WebAssembly sandbox.`)
