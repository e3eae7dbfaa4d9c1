import { createHash } from "node:crypto"
import type { ChainRun, NewChainRun } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import { encode, SealedRun } from "@toolgate/wire"
import { decode, WireFault } from "@toolgate/wire/decode"

/** The end of a run's record, as it is now. */
export interface Head {
  /** The approvals that the run waited for last. */
  readonly approvals: ReadonlyArray<string>
  /** The digest that a call has which goes on with the run, if one may. */
  readonly equal?: string | undefined
  /** The time in the store until which the run can go on, once nobody holds it. */
  readonly dueAt: number
  /** The number of entries, and the digest of all of them. */
  readonly entries: number
  readonly digest: string
}

/** Returns the head of a run that has begun, and that nothing leads to. */
export const firstHead = ({ equal }: Pick<NewChainRun, "equal">): Head => ({
  approvals: [],
  equal,
  dueAt: 0,
  entries: 0,
  digest: noEntries
})

/**
 * Seals the parts of a recorded run, each for its run and its place there, and opens them. The digest in the head covers every entry,
 * so that none can be left out, moved or exchanged, also not for one that stood there earlier.
 */
export class RunSeal {
  private readonly key: SecretKey

  constructor(key: SecretKey) {
    this.key = key
  }

  /** Returns the code under which a run is looked up. It reveals nothing of what leads to the run. */
  way(by: "approval" | "equal call", text: string): string {
    return this.key.mac(`chain run by ${by}`, text)
  }

  /** Returns the codes of which any leads to a run. */
  waysTo({ approvals, equal }: Head): ReadonlyArray<string> {
    const ways = approvals.map((approval) => this.way("approval", approval))
    return equal === undefined ? ways : [...ways, this.way("equal call", equal)]
  }

  header({ id, ...run }: NewChainRun): string {
    return this.key.seal(JSON.stringify(encode(SealedRun, { version: 1, ...run })), [headerSeal, id])
  }

  head(id: string, head: Head): string {
    return this.key.seal(JSON.stringify(head), [headSeal, id])
  }

  openHead(id: string, sealed: string): Head | undefined {
    const text = this.key.open(sealed, [headSeal, id])
    return text === undefined ? undefined : JSON.parse(text)
  }

  /** Returns an entry for the end of a record, and the head that the record has with it. */
  entry(id: string, head: Head, entry: string): { readonly sealed: string; readonly next: Head } {
    const sealed = this.key.seal(entry, [entrySeal, id, String(head.entries)])
    return { sealed, next: { ...head, entries: head.entries + 1, digest: withEntry(head.digest, sealed) } }
  }

  /** Returns a run, or `undefined` if a part of it is not what was sealed. */
  open(id: string, header: string, head: Head, entries: ReadonlyArray<string>): ChainRun | undefined {
    const run = this.openHeader(id, header)
    if (run === undefined || entries.reduce(withEntry, noEntries) !== head.digest) return undefined
    const texts = entries.map((sealed, place) => this.key.open(sealed, [entrySeal, id, String(place)]))
    const all = texts.filter((text) => text !== undefined)
    return all.length === texts.length ? { ...run, entries: all } : undefined
  }

  private openHeader(id: string, sealed: string): NewChainRun | undefined {
    const text = this.key.open(sealed, [headerSeal, id])
    const run = text === undefined ? undefined : decode(SealedRun, JSON.parse(text))
    if (run === undefined || run instanceof WireFault) return undefined
    const { version: _, context, ...others } = run
    // What was sealed with the key was encoded from these types.
    return { id, ...others, context: { ...context, deadline: context.deadline } } as NewChainRun
  }
}

/** Returns the digest of entries with one more. */
const withEntry = (digest: string, sealed: string): string =>
  createHash("sha256")
    .update(digest + sealed)
    .digest("hex")

const noEntries = ""

const headerSeal = "chain run"
const headSeal = "chain run head"
const entrySeal = "chain run entry"
