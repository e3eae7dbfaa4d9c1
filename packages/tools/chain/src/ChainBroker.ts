import { randomBytes } from "node:crypto"
import { artifactOwner, fitOutput, isFitting, readPart } from "@toolgate/artifacts"
import type {
  ArtifactStore,
  BrokerAnswer,
  BrokeredCall,
  BrokeredGuest,
  BrokeredRun,
  BrokerHandles,
  DispatchContext,
  GuestSources,
  JsonObject,
  Ran,
  ScriptBroker,
  ToolExecution
} from "@toolgate/core"
import { parseJsonObject } from "@toolgate/core/json"
import * as Effect from "effect/Effect"
import { buildChainAnswer } from "./buildChainAnswer.ts"
import { type ChainPolicy, lowerPolicy } from "./ChainPolicy.ts"
import { ChainTrace, getOutcome, statusOf, type TracedCall } from "./ChainTrace.ts"
import { isWithin, listArtifactRefs, makeInvocationResult } from "./InvocationResult.ts"
import { type Made, never } from "./MakeCall.ts"
import { RecordedRun } from "./RecordedRun.ts"

/** The gate's side of one script: makes the calls, records their trace, and returns the answer. */
export class ChainBroker implements ScriptBroker {
  private readonly policy: ChainPolicy
  private readonly ownStore: ArtifactStore["Service"]
  private readonly run: BrokeredRun
  /** The owner of artifacts in the private store: this run only. */
  private self: Pick<DispatchContext, "session" | "principal">
  private trace = new ChainTrace(randomBytes(32).toString("hex"))
  private readonly open = new Set<Promise<unknown>>()
  private readonly ending = new AbortController()
  /** References to results of this script's calls. */
  private readonly given = new Set<string>()
  private recorded: RecordedRun | undefined = undefined

  /** `ownStore` is used if the gate stores no artifacts. */
  constructor(policy: ChainPolicy, ownStore: ArtifactStore["Service"], run: BrokeredRun) {
    this.policy = lowerPolicy(policy, run.limits)
    this.ownStore = ownStore
    this.run = run
    const { session, principal } = run.context
    this.self = { session: JSON.stringify([session, run.callId]), principal }
  }

  begin(handles: BrokerHandles, guest: BrokeredGuest): GuestSources | undefined {
    const { recording } = handles
    const recorded = recording && new RecordedRun(recording, this.run, handles, guest)
    this.recorded = recorded
    this.trace = recorded?.trace ?? this.trace
    // The run is the same for every call that continues it.
    if (recorded !== undefined) this.self = { ...this.self, session: recorded.id }
    // The run starts once it has its source.
    if (recorded !== undefined) queueMicrotask(() => recorded.replay())
    return recorded?.sources
  }

  async call(call: BrokeredCall, handles: BrokerHandles): Promise<BrokerAnswer> {
    const { recorded } = this
    if (recorded?.isClosed === true) return never
    const traced = call.tool === "" ? undefined : this.trace.begin(call)
    const make = (approval?: string) => this.making(this.made(call, traced, handles, approval))
    const answer = recorded === undefined ? (await make()).answer : await recorded.answer({ ...call, traced, make })
    if (traced !== undefined) for (const ref of listArtifactRefs(answer)) this.given.add(ref)
    return answer
  }

  async ended(ran: Ran, durationMs: number): Promise<Ran> {
    // Calls that the script did not await end with it. Their result is part of the trace.
    this.ending.abort()
    await Promise.all(this.open)
    await this.recorded?.ended(ran.error?.pending)
    if (ran.error?.pending === undefined) await this.forget()
    return buildChainAnswer(ran, this.trace.calls, durationMs)
  }

  /** Deletes what only this run could read. */
  private forget(): Promise<void> {
    const owner = artifactOwner(this.self)
    const { list, remove } = this.ownStore
    const removed = Effect.flatMap(list(owner), (all) => Effect.forEach(all, ({ ref }) => remove(ref, owner)))
    return Effect.runPromise(Effect.ignore(removed))
  }

  private async making(made: Promise<Made>): Promise<Made> {
    this.open.add(made)
    const answer = await made
    this.open.delete(made)
    return answer
  }

  private async made(
    { id, tool, argsText }: BrokeredCall,
    traced: TracedCall | undefined,
    handles: BrokerHandles,
    approval: string | undefined
  ): Promise<Made> {
    if (traced === undefined) return { answer: await this.read(argsText, this.kept()) }
    traced.made()
    const execution = await handles.dispatch(
      { id, tool, argsText },
      {
        signal: this.ending.signal,
        wallMs: this.policy.callTimeoutMs,
        index: traced.index,
        defer: this.recorded !== undefined,
        approval,
        inlineBytes: this.run.artifacts !== undefined && isFitting(tool) ? this.policy.maxInlineResultBytes : undefined
      }
    )
    const outcome = getOutcome(approval === undefined ? execution : asEarlierUse(execution))
    traced.note(outcome)
    const { success, pending } = execution
    const answer = success ? { value: await this.result(execution, this.kept()) } : failure(execution, outcome.executed)
    return { answer, outcome, pending }
  }

  private kept(): Kept {
    const { ownStore, self, run } = this
    return run.artifacts === undefined ? { store: ownStore, whose: self } : { store: run.artifacts, whose: run.context }
  }

  private async result({ toolName, output }: ToolExecution, { store, whose }: Kept) {
    const bound = this.policy.maxInlineResultBytes
    // Paging through an artifact would store the page again.
    const isPage = store !== this.ownStore && isFitting(toolName)
    if (isPage || isWithin(output, bound)) return makeInvocationResult(output, output)
    const owner = artifactOwner(whose)
    const fitted = await Effect.runPromise(
      fitOutput(output, bound, (bytes, about) => store.put(bytes, { ...about, owner }))
    )
    return makeInvocationResult(output, fitted)
  }

  /** Reads part of a result of the script's own calls. Not counted as a call, because that call was already judged. */
  private async read(argsText: string, { store, whose }: Kept): Promise<BrokerAnswer> {
    const { ref, start = 0, length = mostRead } = parseJsonObject(argsText) ?? {}
    if (typeof ref !== "string" || !isCount(start) || !isCount(length) || length === 0) return misread
    if (!this.given.has(ref)) return notGiven
    const bytes = Math.min(length, mostRead)
    const part = readPart(store, { ref, start, length: bytes, binaryLength: bytes }, whose)
    return Effect.runPromise(
      Effect.match(part, {
        onSuccess: (value) => ({ value }),
        onFailure: ({ message }) => ({ error: message, members: { status: "error", errorClass: "execution_error" } })
      })
    )
  }
}

/** The storage of a script's large results, and their owner. */
interface Kept {
  readonly store: ArtifactStore["Service"]
  readonly whose: Pick<DispatchContext, "session" | "principal">
}

/** Most bytes that a script reads at once. */
const mostRead = 2 ** 20

const misread: BrokerAnswer = {
  error:
    "artifacts.read takes a reference, and the first byte and the number of bytes, as in artifacts.read(ref, 0, 1000).",
  members: { status: "invalid", errorClass: "validation_error" }
}

const notGiven: BrokerAnswer = {
  error:
    "artifacts.read reads results of this script's own calls. Any other one is read by a call of read_artifact, as in tools.read_artifact({ ref }).",
  members: { status: "denied", errorClass: "permission_denied" }
}

const isCount = (given: unknown): given is number => Number.isSafeInteger(given) && (given as number) >= 0

/** Returns the answer to a call whose approval was used by an earlier attempt. Whether it took effect is taken from that attempt. */
const asEarlierUse = (execution: ToolExecution): ToolExecution => {
  const { outcome } = execution.error?.details ?? {}
  if (typeof outcome !== "object" || outcome === null || Array.isArray(outcome)) return execution
  const { executed } = outcome as JsonObject
  return { ...execution, executed: executed === "no" || executed === "yes" ? executed : "unknown" }
}

const failure = (execution: ToolExecution, executed: ToolExecution["executed"]): BrokerAnswer => {
  const { error } = execution
  return {
    error: error?.message ?? "The call failed.",
    members: { status: statusOf(execution), errorClass: error?.class ?? "execution_error", executed }
  }
}
