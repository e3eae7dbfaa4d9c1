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

/** A rule suggested by an "always" answer, without the fields that the folder counts. */
export type RuleToReview = Omit<SuggestedRule, "version" | "first" | "last" | "times"> & {
  /** The time of the answer, in milliseconds since the epoch. */
  readonly at: number
}

/** A suggested rule and its identifier in the folder. */
export interface WaitingRule {
  readonly id: string
  readonly suggested: SuggestedRule
}

/**
 * The folder in which suggested rules wait for review: one file for each rule, workspace and principal. Files are
 * replaced atomically, so that several processes can write at the same time. Rules in the folder have no effect.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { ReviewFolder } from "@toolgate/policy-files"
 * import { makePermissionRequest } from "@toolgate/testing"
 * import * as Effect from "effect/Effect"
 *
 * await using folder = await mkdtempDisposable(join(tmpdir(), "review-"))
 * const { add, list } = new ReviewFolder(folder.path)
 * const { principal, session, workspace } = makePermissionRequest().context
 * const about = { session, principal, workspace, tool: "shell", resources: [], why: "It runs code.", question: "q1" }
 * const because = { layer: "confirmation", rule: "default EXECUTE: prompt", source: "built in" }
 * const rule = { ...about, because, rule: "shell(make)", at: 10 }
 * await Effect.runPromise(Effect.andThen(add(rule), add(rule)))
 * const { waiting } = await Effect.runPromise(list)
 * assert.deepEqual(
 *   waiting.map(({ suggested }) => [suggested.rule, suggested.times]),
 *   [["shell(make)", 2]]
 * )
 * ```
 */
export class ReviewFolder {
  readonly path: string
  private adding: Promise<unknown> = Promise.resolve()

  constructor(path: string) {
    this.path = path
  }

  /**
   * Adds a rule. If the rule already waits, its count and its last answer are updated instead. When the effect ends,
   * the rule is durable: it survives a power loss.
   */
  readonly add = (given: RuleToReview): Effect.Effect<void, StoreUnavailable> =>
    this.attempt("the rule cannot be stored", () => this.inTurn(() => this.put(given)))

  /** Adds rules one after the other, so that this process counts them correctly. */
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
      throw new Full(`${most} rules already wait there; review them first`)
    const { at, ...rule } = given
    const times = { first: known?.first ?? at, last: at, times: (known?.times ?? 0) + 1 }
    const text = JSON.stringify(encode(SuggestedRule, { version: 1, ...rule, ...times }))
    if (text.length > longest) throw new Full("the call of the rule is too large")
    await writeWholeFile(file, `${text}\n`, "replace")
  }

  /**
   * Adds the rule of a question that was answered with "always". Returns a sentence for the person; rejects if the
   * rule cannot be stored.
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

  /** The waiting rules, oldest first, and the invalid files, each with its fault. */
  readonly list: Effect.Effect<
    { readonly waiting: ReadonlyArray<WaitingRule>; readonly faults: ReadonlyArray<string> },
    StoreUnavailable
  > = Effect.suspend(() =>
    this.attempt("the waiting rules cannot be read", async () => {
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

  /** Removes a rule. Does nothing if the rule is gone. */
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
      throw new Full("other users may change it; make yourself the owner and set mode 0700")
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

/** The largest number of waiting rules. More would not be reviewed. */
const most = 200

/** The largest size of a rule with its call, in UTF-16 units. */
const longest = 256 * 1024

class Full extends Error {}

/** Returns the identifier of a rule. Equal rules for the same workspace and principal share one. */
const idOf = ({ rule, workspace, principal }: RuleToReview): string =>
  createHash("sha256")
    .update(canonicalizeJson([rule, workspace, principal]))
    .digest("hex")
    .slice(0, 32)

/** Reads the rule in a file. Returns "absent" if the file does not exist, or the fault of an invalid file. */
const readRule = (file: string): SuggestedRule | string => {
  const read = readTextFile(file, "rule", 2 * longest)
  if ("fault" in read) return read.isMissing === true ? "absent" : read.fault
  const suggested = decode(SuggestedRule, parseJsonObject(read.text))
  return suggested instanceof WireFault ? "it is not a suggested rule, or one of another version" : suggested
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? String(error.code) : undefined
