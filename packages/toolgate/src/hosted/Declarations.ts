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
  /** Judges a call. Absent if the policy cannot judge a call before it is made. */
  readonly judge: ((call: ToolCall, context: DispatchContext) => Effect.Effect<Judgement>) | undefined
  readonly dispatch: (call: ToolCall, context: DispatchContext) => Promise<ToolExecution>
  readonly policyDigest: () => string | undefined
}

/** The outcome of a call of a hosted tool: whether it was allowed. `undefined`: nobody has decided, so the next declaration asks again. */
type Outcome = boolean | undefined

/** The memory of a session. */
interface Kept {
  /** The outcomes by everything that they depend on. An outcome that nobody has decided is not kept. */
  readonly outcomes: RecentMap<Promise<Outcome>>
  /** The subjects whose last outcome was to be allowed. Their declaration is the call that a quota has counted. */
  readonly allowed: RecentMap<true>
  /** The definitions that may have been declared, by their digests. Decides nothing. */
  readonly declared: RecentMap<true>
}

interface JudgedTool {
  readonly tool: ToolDefinition
  readonly decision: Judgement["decision"]
  /** The tool, the policy, and whom the call is for. */
  readonly subject: string
  /** Everything that the outcome depends on. The verdict is part of it, so that another verdict has another outcome. */
  readonly key: string
  /** Whether nothing but a full quota denies the call. */
  readonly isFull: boolean
}

/**
 * The hosted tools of a gate, which are judged when they are declared to a model. A verdict is made anew each time. What is kept
 * for a session is what became of a call with this very verdict, so that a person is asked once.
 */
export class Declarations {
  private readonly gate: Declaring
  private readonly sessions = new RecentMap<Kept>(mostSessions)

  constructor(gate: Declaring) {
    this.gate = gate
  }

  /**
   * Returns the tools that may be declared to a model now: the visible ones, hosted ones only if a call of them is allowed. If
   * somebody was asked, everything is judged again after the answer.
   */
  declarable(context: DispatchContext): Effect.Effect<ReadonlyArray<ToolDefinition>> {
    return Effect.suspend(() => {
      const visible = this.gate.visible(context)
      return visible.some(isHosted) ? this.decide(Object.freeze({ ...context })) : Effect.succeed(visible)
    })
  }

  /** Returns what the gate knows of a use that a provider reports. */
  known(provider: string, use: ObservedUse, { session }: DispatchContext): ObservedBy {
    const name = [use.tool, use.name, use.type].find((one) => typeof one === "string" && this.hosted(one) !== undefined)
    const found = name === undefined ? undefined : this.hosted(name)
    if (found === undefined) return { provider, standing: "unknown" }
    const { digest, definition } = found
    const isDeclared = this.sessions.get(session)?.declared.get(digest) === true
    return { provider, standing: isDeclared ? "declared" : "undeclared", tool: { name: definition.name, digest } }
  }

  /** Forgets what was decided in a session. The answer to a question that is still open is not kept either. */
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
        // A tool whose verdict changes with each round is not declared.
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

  /** Returns the outcome that is kept, or that of a call. Calls of the same verdict at once are one call. */
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
    // What was decided is about another tool or by another policy than was judged.
    if (get(tool.name) !== before[0] || policyDigest() !== before[1]) return undefined
    // A hook may have put another call in the place of this one.
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
