import { createHash } from "node:crypto"
import { lstat, readdir, unlink } from "node:fs/promises"
import { join } from "node:path"
import { type ApprovalRequest, explainFileError, type PermissionRequest, StoreUnavailable } from "@toolgate/core"
import { canonicalizeJson, parseJsonObject } from "@toolgate/core/json"
import { makeFolder, writeWholeFile } from "@toolgate/local-secrets"
import { encode, SuggestedRule } from "@toolgate/wire"
import { decode, WireFault } from "@toolgate/wire/decode"
import { readTextFile } from "@toolgate/yaml-reading"
import * as Effect from "effect/Effect"

/** A rule that an approval for always suggests, without what the folder itself counts. */
export type RuleToReview = Omit<SuggestedRule, "version" | "first" | "last" | "times"> & {
  /** The time of the answer, in milliseconds since the epoch. */
  readonly at: number
}

/** A suggested rule with the name under which it waits. */
export interface WaitingRule {
  readonly id: string
  readonly suggested: SuggestedRule
}

/**
 * The folder in which suggested rules wait for review: one file for each rule and for whose calls it was suggested. Files
 * are replaced as a whole, so that any number of processes may write at the same time. What is in the folder has no
 * effect.
 *
 * ```ts
 * import { ReviewFolder } from "@toolgate/policy-files"
 * import * as Effect from "effect/Effect"
 *
 * const { list } = new ReviewFolder("/home/ada/.local/state/toolgate/review")
 * export const rules = Effect.map(list, ({ waiting }) => waiting.map(({ suggested }) => suggested.rule))
 * ```
 */
export class ReviewFolder {
  readonly path: string
  private adding: Promise<unknown> = Promise.resolve()

  constructor(path: string) {
    this.path = path
  }

  /**
   * Adds a rule. A rule that waits already is not added again: its number and its last answer change. When the effect
   * ends, the rule would survive a loss of power.
   */
  readonly add = (given: RuleToReview): Effect.Effect<void, StoreUnavailable> =>
    this.attempt("no rule can be kept", () => this.inTurn(() => this.put(given)))

  /** Adds rules one after the other, so that the number of those of this process is right. */
  private inTurn<A>(run: () => Promise<A>): Promise<A> {
    const turn = this.adding.then(run)
    this.adding = turn.catch(() => {})
    return turn
  }

  private async put(given: RuleToReview): Promise<void> {
    await makeFolder(this.path)
    await this.check()
    const id = idOf(given)
    const file = join(this.path, `${id}.json`)
    const before = readRule(file)
    const known = typeof before === "object" ? before : undefined
    if (before === "absent" && (await readdir(this.path)).length >= most)
      throw new Full(`${most} rules wait there already; review them first`)
    const { at, ...rule } = given
    const times = { first: known?.first ?? at, last: at, times: (known?.times ?? 0) + 1 }
    const text = JSON.stringify(encode(SuggestedRule, { version: 1, ...rule, ...times }))
    if (text.length > longest) throw new Full("the call of the rule is too large")
    await writeWholeFile(file, `${text}\n`, "replace")
  }

  /**
   * Adds the rule of a question that was answered with "always". Returns a sentence for whoever answered; rejects if the
   * rule cannot be kept.
   */
  readonly suggest = async (
    { id: question, toolName: tool, always, why, because }: ApprovalRequest,
    { at, ...who }: { readonly by?: string; readonly from?: string; readonly at: number },
    { resources, context: { session, principal, workspace } }: Pick<PermissionRequest, "resources" | "context">
  ): Promise<string | undefined> => {
    const rule = always?.rule
    if (rule === undefined) return undefined
    const asked = { rule, tool, resources, session, principal, workspace, why, because, question, at, ...who }
    await Effect.runPromise(this.add(asked))
    return `The rule ${JSON.stringify(rule)} waits for review, and has no effect until then.`
  }

  /** The rules that wait, the first suggested first, and the files that are no suggested rules, each with its fault. */
  readonly list: Effect.Effect<
    { readonly waiting: ReadonlyArray<WaitingRule>; readonly faults: ReadonlyArray<string> },
    StoreUnavailable
  > = Effect.suspend(() =>
    this.attempt("the rules that wait cannot be read", async () => {
      const waiting: Array<WaitingRule> = []
      const faults: Array<string> = []
      const names = await readdir(this.path).catch((error) => {
        if (codeOf(error) === "ENOENT") return undefined
        throw error
      })
      if (names !== undefined) await this.check()
      for (const name of names ?? []) {
        const [, id] = /^([0-9a-f]{32})\.json$/.exec(name) ?? []
        if (id === undefined) continue
        const suggested = readRule(join(this.path, name))
        if (typeof suggested === "object") waiting.push({ id, suggested })
        // Another process may have removed the file meanwhile.
        else if (suggested !== "absent") faults.push(`${join(this.path, name)}: ${suggested}`)
      }
      const key = ({ id, suggested: { first } }: WaitingRule) => `${String(first).padStart(16, "0")} ${id}`
      return { waiting: waiting.sort((one, other) => (key(one) < key(other) ? -1 : 1)), faults }
    })
  )

  /** Removes a rule. Removing one that is gone is no error. */
  readonly remove = (id: string): Effect.Effect<void, StoreUnavailable> =>
    this.attempt("the rule cannot be removed", () =>
      unlink(join(this.path, `${id}.json`)).catch((error) => {
        if (codeOf(error) !== "ENOENT") throw error
      })
    )

  /** Rejects if others may put a rule into the folder. */
  private async check(): Promise<void> {
    const stats = await lstat(this.path)
    if (!stats.isDirectory()) throw new Full("it is not a folder")
    if (process.platform === "win32") return
    if (stats.uid !== process.getuid?.() || (stats.mode & 0o022) !== 0)
      throw new Full("others may change it; make it yours, with the mode 0700")
  }

  private attempt<A>(what: string, run: () => Promise<A>): Effect.Effect<A, StoreUnavailable> {
    return Effect.tryPromise({
      try: run,
      catch: (cause) =>
        new StoreUnavailable({
          message: `In the folder ${JSON.stringify(this.path)}, ${what}: ${cause instanceof Full ? cause.message : explainFileError(cause, "write")}.`,
          cause
        })
    })
  }
}

/** The largest number of rules that wait. Nobody reviews more. */
const most = 200

/** The largest size of a rule with its call, in UTF-16 units. */
const longest = 256 * 1024

class Full extends Error {}

/** Returns the name of a rule: the same rule for the same folder and principal says nothing new. */
const idOf = ({ rule, workspace, principal }: RuleToReview): string =>
  createHash("sha256")
    .update(canonicalizeJson([rule, workspace, principal]))
    .digest("hex")
    .slice(0, 32)

/** Returns the rule in a file; "absent" if there is no such file, or otherwise what is wrong with it. */
const readRule = (file: string): SuggestedRule | string => {
  const read = readTextFile(file, "rule", 2 * longest)
  if ("fault" in read) return read.isMissing === true ? "absent" : read.fault
  const suggested = decode(SuggestedRule, parseJsonObject(read.text))
  return suggested instanceof WireFault ? "it is not a suggested rule, or one of another version" : suggested
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? String(error.code) : undefined
