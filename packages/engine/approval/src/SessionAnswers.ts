import { createHash, randomUUID } from "node:crypto"
import { type ApprovalQuestion, RecentMap, type Resource, type ToolDefinition } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import type { MadeDecision, RequestFacts } from "./ApprovalSeal.ts"
import { pickRunFiles, type UsedFiles } from "./approvedFiles.ts"

/** The key of an answer for the session. */
export interface AnswerKey {
  readonly session: string
  /** A random id of this session. A later session with the same name has another id. */
  readonly instance: string
  /** Questions have equal keys exactly if one answer covers both. */
  readonly key: string
  /** The files that the call would change or run, at the time of asking. */
  readonly used: UsedFiles
}

/** A stored decision with the id and digest of its question. */
export interface SessionAnswer {
  readonly id: string
  readonly made: MadeDecision
  readonly shown: string
}

/** Answers for sessions, in this process and for at most eight hours. */
export class SessionAnswers {
  private readonly serials = new WeakMap<ToolDefinition, string>()
  private readonly instances: RecentMap<string>
  private readonly kept: RecentMap<Entry>

  /** `remembered` limits the number of answers and of sessions. If an answer is dropped, people are asked again. */
  constructor(remembered = 10_000) {
    this.instances = new RecentMap(remembered)
    this.kept = new RecentMap(remembered)
  }

  /**
   * Returns the key of a question: a digest of everything that an answer depends on. This is the session, the workspace,
   * the principal with its chain of delegation, the rule that asked, and the tool. Unless the answer covers the whole
   * tool, the digest also includes the programs and scripts that run, and either the hosts of the call or its arguments
   * and resources. System programs are always included.
   */
  keyOf({ request, because, covers, onlyOnce }: ApprovalQuestion, used: UsedFiles): AnswerKey {
    const { tool, args, resources, context } = request
    const { session, workspace, principal } = context
    const { layer, rule, source } = because
    const known = this.instances.get(session)
    const instance = known ?? randomUUID()
    if (known === undefined) this.instances.set(session, instance)
    const programs = pickRunFiles(used.files)
    const what =
      covers === "call"
        ? [args, resources, programs]
        : covers === "host"
          ? [hostsOf(resources), programs]
          : pickRunFiles(used.files, ["program"])
    const all = [instance, session, workspace, principal, layer, rule, source, onlyOnce, this.serial(tool), tool, what]
    return { session, instance, key: createHash("sha256").update(canonicalizeJson(all)).digest("hex"), used }
  }

  get({ key }: AnswerKey): SessionAnswer | undefined {
    const kept = this.kept.get(key)
    return kept !== undefined && performance.now() < kept.until && Date.now() < kept.untilDate ? kept : undefined
  }

  /** Deletes an answer, unless it has been replaced. */
  drop({ key }: AnswerKey, answer: SessionAnswer): void {
    if (this.kept.get(key) === answer) this.kept.delete(key)
  }

  /** Stores a decision if it applies to the session and the session has not ended. Returns whether it was stored. */
  keep({ shown: request, onlyOnce, instance, key }: RequestFacts, made: MadeDecision): boolean {
    const { decision, scope, args } = made
    const { session, kind } = request
    // An escalation is asked every time.
    if (kind === "escalation") return false
    const isMeant = onlyOnce || (scope === "session" && (decision === "deny" || request.maySpanSession))
    if (!isMeant || args !== undefined || this.instances.get(session) !== instance) return false
    // Counts from the decision, which may be long before a deferred call uses it.
    const leftMs = longestMs - Math.max(0, Date.now() - made.at)
    const [until, untilDate] = [performance.now() + leftMs, Date.now() + leftMs]
    this.kept.set(key, { id: request.id, session, made, shown: request.digest, until, untilDate })
    return true
  }

  /** Deletes the answers of a session. Answers to its open questions then apply to one call only. */
  sessionEnded(session: string): void {
    this.instances.delete(session)
    this.kept.forget((one) => one.session === session)
  }

  // Numbers tool objects, because a replaced tool may behave differently under an equal definition. The definition is part
  // of the key as well, for registries whose tools are not frozen.
  private serial(tool: ToolDefinition): string {
    const serial = this.serials.get(tool) ?? randomUUID()
    this.serials.set(tool, serial)
    return serial
  }
}

/** An answer with its expiry by both clocks: the monotonic clock pauses during sleep, and the wall clock can be set back. */
interface Entry extends SessionAnswer {
  readonly session: string
  readonly until: number
  readonly untilDate: number
}

const hostsOf = (resources: ReadonlyArray<Resource>) => resources.filter(({ kind }) => kind === "host")

const longestMs = 8 * 60 * 60_000
