import { MemoryArtifactStore } from "@toolgate/artifacts"
import {
  ArtifactStore,
  type BrokerHandles,
  type ChainRun,
  type ChainRuns,
  type ChildOptions,
  type Json,
  makeAwaitable,
  type Ran,
  type Refused,
  type ResolvedPath,
  refused,
  type ToolCall,
  type ToolExecution,
  toolOutput,
  unenforced
} from "@toolgate/core"
import { makeExecutionGrant } from "@toolgate/testing"
import * as Effect from "effect/Effect"
import { ChainBroker } from "../src/ChainBroker.ts"
import { completeChainPolicy } from "../src/ChainPolicy.ts"
import type { ChainRunResult } from "../src/ChainRunResult.ts"

/** A script: its use of the calls that it can make. */
export type Script = (call: (tool: string, args: Json) => Promise<string>) => Promise<Json>

/** The way to play a script: as a new run or a continued one, in a gate that may be killed. */
export interface Play {
  readonly runs: ChainRuns["Service"]
  readonly resumed?: ChainRun
  /** The number of writes to the record after which the gate is killed. */
  readonly killedAfter?: number
  readonly engine?: string
  /** Resolves when the caller cancels the call. */
  readonly cancelled?: Promise<Refused>
  readonly denied?: (call: ToolCall) => Refused | undefined | Promise<Refused | undefined>
}

export type Played =
  | { readonly how: "killed" }
  | { readonly how: "ended"; readonly refusal: Refused | undefined; readonly result: ChainRunResult }

/**
 * The world outside the gates: the calls that took effect, and the approvals. The tool "ask" needs an approval, "fail"
 * fails, and any other one answers. `delays` are the numbers of event loop turns that the calls take, by their index.
 */
export class World {
  /** The indexes of the calls that took effect, in that order. */
  readonly did: Array<number> = []
  /** The approvals that calls have asked for. */
  readonly asked = new Set<string>()
  /** The withdrawn approvals that were not decided. */
  readonly withdrawn: Array<string> = []
  /** The id of the run that began last. */
  run = ""
  private readonly approved = new Set<string>()
  private readonly claimed = new Set<string>()
  private readonly delays: ReadonlyArray<number>
  private made = 0

  constructor(delays: ReadonlyArray<number> = []) {
    this.delays = delays
  }

  approve(id: string): void {
    this.approved.add(id)
  }

  async play(
    script: Script,
    { runs, resumed, killedAfter, engine = "engine 1", cancelled, denied }: Play
  ): Promise<Played> {
    const killed = Promise.withResolvers<void>()
    let isAlive = true
    let writes = 0
    const alive = <A, E>(write: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      Effect.suspend(() => {
        if (writes++ === killedAfter) {
          isAlive = false
          killed.resolve()
        }
        return isAlive ? write : Effect.never
      })
    const ended = Promise.withResolvers<Refused>()
    const handles: BrokerHandles = {
      dispatch: (call, options = {}) =>
        promised(async () => {
          await turns(this.delays[(options.index ?? 0) % this.delays.length] ?? 0)
          return isAlive ? this.answer(call, options) : new Promise<never>(() => {})
        }),
      denied: (call) => promised(async () => denied?.(call)),
      end: ended.resolve,
      recording: {
        runs: {
          ...runs,
          begin: (run) => {
            this.run = run.id
            return alive(runs.begin(run))
          },
          append: (id, entry, awaited) => alive(runs.append(id, entry, awaited)),
          suspend: (id, awaited) => alive(runs.suspend(id, awaited)),
          end: (id) => alive(runs.end(id))
        },
        defer: {},
        equal: undefined,
        resume: () => resumed,
        withdraw: (ids) => Effect.sync(() => void this.withdrawn.push(...ids))
      }
    }
    const broker = new ChainBroker(completeChainPolicy(), memory, {
      callId: "c",
      tool: "run_script",
      args: {},
      idempotencyKey: undefined,
      context,
      limits: makeExecutionGrant().limits,
      approval: undefined,
      engine,
      artifacts: undefined
    })
    const [toGate, toGuest] = [pipe(), pipe()]
    broker.begin(handles, {
      whenIdle: async () => {
        await toGuest()
        // The effects of the earlier answers are complete by then.
        await turns(1)
        await toGate()
      }
    })
    let index = 0
    const call = async (tool: string, args: Json) => {
      const at = index++
      const argsText = JSON.stringify(args)
      await toGate()
      const answer = await broker.call({ id: `c.${at + 1}`, index: at, tool, argsText }, handles)
      await toGuest()
      if ("error" in answer) throw new Error(String(answer.members.executed))
      return String((answer.value as { readonly text: string }).text)
    }
    const how = await Promise.race([
      script(call).then((value) => ({ value, error: undefined })),
      Promise.race([cancelled ?? ended.promise, ended.promise]).then((error) => ({ value: null, error })),
      killed.promise
    ])
    if (how === undefined) return { how: "killed" }
    const ran: Ran = { output: toolOutput({ value: how.value }), error: how.error, enforced: unenforced }
    const done = await Promise.race([broker.ended(ran, 0), killed.promise])
    if (done === undefined) return { how: "killed" }
    return { how: "ended", refusal: how.error, result: done.output.value as unknown as ChainRunResult }
  }

  /** Makes the next call like one that waits for its approval. */
  call(tool: string, args: Json): string {
    const index = this.made++
    const approval = tool === "ask" ? `approval ${index}` : undefined
    if (approval !== undefined) this.approve(approval)
    const options = approval === undefined ? { index } : { index, approval }
    const answer = this.answer({ id: "", tool, argsText: JSON.stringify(args) }, options)
    if (!answer.success) throw new Error(answer.executed)
    return `${tool} ${JSON.stringify(args)}`
  }

  private answer({ id, tool, argsText = "" }: ToolCall, { approval, index = 0 }: ChildOptions): ToolExecution {
    const base = { callId: id, toolName: tool, effects: ["modifies_files"] as const, arguments: {}, ...nothing }
    const failed = (error: Refused) => ({ ...base, success: false, output: toolOutput({ success: false }), error })
    if (tool === "ask") {
      const approvalId = approval ?? `approval ${index}`
      this.asked.add(approvalId)
      if (approval === undefined || !this.approved.has(approval))
        return { ...failed(refused("ApprovalPending", "Waits.")), pending: { approvalId, expiresAt: 2 ** 50 } }
      if (this.claimed.has(approval))
        return failed(refused("PolicyDenied", "It has already run.", { outcome: { executed: "unknown" } }))
      this.claimed.add(approval)
    }
    this.did.push(index)
    if (tool === "fail") return { ...failed(refused("ToolFailed", "No.")), executed: "yes" }
    const text = `${tool} ${argsText}`
    return {
      ...base,
      success: true,
      output: toolOutput({ content: [{ type: "text", text }] }),
      error: undefined,
      executed: "yes"
    }
  }
}

const promised = <A>(get: () => Promise<A>) => makeAwaitable(Effect.promise(get))

const memory = Effect.runSync(Effect.provide(ArtifactStore, MemoryArtifactStore.layer()))

const nothing = { executed: "no", sandbox: "host", enforced: undefined, durationMs: 0, waitedMs: 0 } as const

const context = {
  session: "session",
  turn: "1",
  principal: { agent: "agent", ceiling: { tools: "any" } },
  workspace: "/workspace" as ResolvedPath,
  caller: { kind: "direct" },
  deadline: undefined,
  defer: {}
} as const

const turns = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left--) await new Promise(setImmediate)
}

/** Makes one end of a connection: messages arrive in order, each some time after the one before. */
const pipe = () => {
  let last = Promise.resolve()
  return (): Promise<void> => {
    last = last.then(() => turns(2))
    return last
  }
}
