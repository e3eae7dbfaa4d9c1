import { createHash, randomUUID } from "node:crypto"
import { type ApprovalQuestion, RecentMap, type Resource, type ToolDefinition } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import type { ApprovalSeal, MadeDecision, RequestFacts } from "./ApprovalSeal.ts"
import { pickRunFiles, type UsedFiles } from "./approvedFiles.ts"

/** The key under which the answer to a question is kept for its session. */
export interface AnswerKey {
  readonly session: string
  /** A random id of the session. A later session of the same name has another one. */
  readonly instance: string
  /** Two questions have the same key exactly if one answer for the session may answer both. */
  readonly key: string
  /** The files that the call would change or run, as they are when the question is asked. */
  readonly used: UsedFiles
}

/** A decision that is kept, with the id of its approval and the keyed digest of what whoever made it was shown. */
export interface SessionAnswer {
  readonly id: string
  readonly made: MadeDecision
  readonly shown: string
}

/** The answers that are kept for sessions, in this process and for at most eight hours. */
export class SessionAnswers {
  private readonly serials = new WeakMap<ToolDefinition, string>()
  private readonly instances: RecentMap<string>
  private readonly kept: RecentMap<Entry>
  private readonly seal: ApprovalSeal

  /** Remembers so many kept answers, and so many sessions. If an answer is forgotten, people are asked again. */
  constructor(seal: ApprovalSeal, remembered = 10_000) {
    this.seal = seal
    this.instances = new RecentMap(remembered)
    this.kept = new RecentMap(remembered)
  }

  /**
   * Returns the key of a question: a digest of everything that an answer depends on. That is the instance of the session and the
   * workspace, the principal with its chain of delegation, the rule that asked, and the tool. Unless the answer covers the whole
   * tool, the digest also covers the programs and scripts that the call runs, and the hosts of the call, or its arguments and all
   * resources that they point at. A program of the system counts always.
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

  /** Returns the answer that is kept for a question. */
  get({ key }: AnswerKey): SessionAnswer | undefined {
    const kept = this.kept.get(key)
    return kept !== undefined && performance.now() < kept.until && Date.now() < kept.untilDate ? kept : undefined
  }

  /** Forgets an answer, unless another one has taken its place. */
  drop({ key }: AnswerKey, answer: SessionAnswer): void {
    if (this.kept.get(key) === answer) this.kept.delete(key)
  }

  /** Keeps a decision, if it is meant for the session and the session has not ended meanwhile. Returns whether it was kept. */
  keep({ shown: request, onlyOnce, instance, key }: RequestFacts, made: MadeDecision): boolean {
    const { decision, scope, args } = made
    const { session, kind } = request
    // An escalation is a new question each time.
    if (kind === "escalation") return false
    const isMeant = onlyOnce || (scope === "session" && (decision === "deny" || request.maySpanSession))
    if (!isMeant || args !== undefined || this.instances.get(session) !== instance) return false
    // From the decision on, which may be long past when a deferred call uses it.
    const leftMs = longestMs - Math.max(0, Date.now() - made.at)
    const [until, untilDate] = [performance.now() + leftMs, Date.now() + leftMs]
    this.kept.set(key, { id: request.id, session, made, shown: this.seal.shown(request), until, untilDate })
    return true
  }

  /** Forgets the answers that were kept for a session. Answers to its open questions are for one call only. */
  sessionEnded(session: string): void {
    this.instances.delete(session)
    this.kept.forget((one) => one.session === session)
  }

  // Two tools may have equal definitions and do different things, so a tool that was replaced gets a serial of its own. The
  // definition is part of the key as well, for a registry whose tools are not frozen.
  private serial(tool: ToolDefinition): string {
    const serial = this.serials.get(tool) ?? randomUUID()
    this.serials.set(tool, serial)
    return serial
  }
}

/** An answer with its end by both clocks: the monotonic one pauses while a machine sleeps, and the other one can be set back. */
interface Entry extends SessionAnswer {
  readonly session: string
  readonly until: number
  readonly untilDate: number
}

const hostsOf = (resources: ReadonlyArray<Resource>) => resources.filter(({ kind }) => kind === "host")

const longestMs = 8 * 60 * 60_000
