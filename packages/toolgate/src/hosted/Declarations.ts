import {
  type DispatchContext,
  isHosted,
  type Judgement,
  type ObservedBy,
  type ObservedUse,
  RecentMap,
  type RegisteredTool,
  type ToolCall,
  type ToolDefinition,
  type ToolExecution,
  type ToolRegistry,
  type Visibility
} from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import * as Effect from "effect/Effect"

/** The parts of a gate that decide which tools may be declared to a model. */
export interface Declaring {
  readonly visible: Visibility["Service"]["visible"]
  readonly get: ToolRegistry["Service"]["get"]
  /** Judges a call. Absent if the policy cannot judge in advance. */
  readonly judge: ((call: ToolCall, context: DispatchContext) => Effect.Effect<Judgement>) | undefined
  readonly dispatch: (call: ToolCall, context: DispatchContext) => Promise<ToolExecution>
  readonly policyDigest: () => string | undefined
}

/** Whether a call of a hosted tool was allowed. `undefined` while undecided, so that the next declaration asks again. */
type Outcome = boolean | undefined

/** The memory of one session. */
interface Kept {
  /** Outcomes by their key. Undecided outcomes are not stored. */
  readonly outcomes: RecentMap<Promise<Outcome>>
  /** Subjects whose last outcome was "allowed". The call for their declaration is the one that the quota counted. */
  readonly allowed: RecentMap<true>
  /** Digests of definitions that may have been declared. Used for the record only. */
  readonly declared: RecentMap<true>
}

interface JudgedTool {
  readonly tool: ToolDefinition
  readonly decision: Judgement["decision"]
  /** The tool, the policy and the principal. */
  readonly subject: string
  /** Everything that the outcome depends on, including the verdict. */
  readonly key: string
  /** Whether a full quota is the only reason for the denial. */
  readonly isFull: boolean
}

/**
 * Judges the hosted tools of a gate when they are declared to a model. The verdict is computed each time. Per session, the outcome of a
 * call with this verdict is stored, so that a person is asked once.
 */
export class Declarations {
  private readonly gate: Declaring
  private readonly sessions = new RecentMap<Kept>(mostSessions)

  constructor(gate: Declaring) {
    this.gate = gate
  }

  /**
   * Returns the tools that may be declared now: all visible tools, with hosted tools only if a call of them is allowed. After a person was
   * asked, everything is judged again.
   */
  declarable(context: DispatchContext): Effect.Effect<ReadonlyArray<ToolDefinition>> {
    return Effect.suspend(() => {
      const visible = this.gate.visible(context)
      return visible.some(isHosted) ? this.decide(Object.freeze({ ...context })) : Effect.succeed(visible)
    })
  }

  /** Returns what the gate knows about a use that a provider reports. */
  known(provider: string, use: ObservedUse, { session }: DispatchContext): ObservedBy {
    const name = [use.tool, use.name, use.type].find((one) => typeof one === "string" && this.hosted(one) !== undefined)
    const found = name === undefined ? undefined : this.hosted(name)
    if (found === undefined) return { provider, standing: "unknown" }
    const { digest, definition } = found
    const isDeclared = this.sessions.get(session)?.declared.get(digest) === true
    return { provider, standing: isDeclared ? "declared" : "undeclared", tool: { name: definition.name, digest } }
  }

  /** Forgets the outcomes of a session. Answers to open questions are not stored afterwards. */
  sessionEnded(session: string): void {
    this.sessions.delete(session)
  }

  private decide(context: DispatchContext): Effect.Effect<ReadonlyArray<ToolDefinition>> {
    return Effect.gen({ self: this }, function* () {
      const kept = this.keptIn(context.session)
      const outcomes = new Map<string, Outcome>()
      for (let round = 0; ; round++) {
        const declared: Array<ToolDefinition> = []
        const open: Array<JudgedTool> = []
        for (const tool of this.gate.visible(context)) {
          if (!isHosted(tool)) declared.push(tool)
          else {
            const judged = yield* this.verdictOn(tool, context)
            if (judged.isFull && kept.allowed.get(judged.subject) === true) declared.push(tool)
            else if (!outcomes.has(judged.key)) open.push(judged)
            else if (judged.decision !== "deny" && outcomes.get(judged.key) === true) declared.push(tool)
          }
        }
        // A tool whose verdict changes in every round is not declared.
        if (open.length === 0 || round === mostRounds) {
          for (const tool of declared) if (isHosted(tool)) kept.declared.set(this.digestOf(tool), true)
          return declared
        }
        yield* Effect.promise(async () => {
          const answers = open.map(async (judged) => {
            outcomes.set(judged.key, await this.outcomeOf(judged, context, kept))
          })
          await Promise.all(answers)
        })
      }
    })
  }

  private verdictOn(tool: ToolDefinition, context: DispatchContext): Effect.Effect<JudgedTool> {
    const { judge, policyDigest } = this.gate
    const { principal, workspace, caller } = context
    const subject = canonicalizeJson([this.digestOf(tool), policyDigest(), principal, workspace, caller.kind])
    if (judge === undefined) return Effect.succeed({ tool, decision: "ask", subject, key: subject, isFull: false })
    return Effect.map(judge(callOf(tool), context), (judged) => {
      const { decision, because } = judged
      const rest = judged.decision === "deny" ? judged.refusal.message : judged.grant
      const isFull = judged.decision === "deny" && judged.refusal.why === "QuotaExceeded"
      return { tool, decision, subject, key: subject + canonicalizeJson([decision, because, rest]), isFull }
    })
  }

  /** Returns the stored outcome, or makes a call. Concurrent calls with the same verdict share one dispatch. */
  private outcomeOf(judged: JudgedTool, context: DispatchContext, kept: Kept): Promise<Outcome> {
    const { judge } = this.gate
    const known = judge === undefined ? undefined : kept.outcomes.get(judged.key)
    if (known !== undefined) return known
    const outcome = this.dispatched(judged, context).then((told) => {
      if (told === undefined) kept.outcomes.delete(judged.key)
      if (told === true) kept.allowed.set(judged.subject, true)
      else kept.allowed.delete(judged.subject)
      return told
    })
    kept.outcomes.set(judged.key, outcome)
    return outcome
  }

  private async dispatched({ tool, decision }: JudgedTool, context: DispatchContext): Promise<Outcome> {
    const { dispatch, get, policyDigest } = this.gate
    const before = [get(tool.name), policyDigest()]
    const { success, toolName, executed, error } = await dispatch(callOf(tool), context)
    // The tool or policy changed, so the outcome does not apply to what was judged.
    if (get(tool.name) !== before[0] || policyDigest() !== before[1]) return undefined
    // A hook may have replaced this call with another.
    if (success) return toolName === tool.name && executed === "no" ? true : undefined
    const isDenied = error?.why === "UserDenied" || (decision === "deny" && error?.why === "PolicyDenied")
    return isDenied ? false : undefined
  }

  private digestOf({ name }: ToolDefinition): string {
    return this.gate.get(name)?.digest ?? ""
  }

  private hosted(name: string): RegisteredTool | undefined {
    const found = this.gate.get(name)
    return found !== undefined && isHosted(found.definition) ? found : undefined
  }

  private keptIn(session: string): Kept {
    const known = this.sessions.get(session)
    const kept: Kept = known ?? {
      outcomes: new RecentMap(mostOutcomes),
      allowed: new RecentMap(mostOutcomes),
      declared: new RecentMap(mostOutcomes)
    }
    if (known === undefined) this.sessions.set(session, kept)
    return kept
  }
}

const callOf = ({ name }: ToolDefinition): ToolCall => ({ id: `declared_${crypto.randomUUID()}`, tool: name, args: {} })

const mostSessions = 10_000
const mostOutcomes = 1000
const mostRounds = 4
