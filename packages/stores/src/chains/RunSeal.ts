import { createHash } from "node:crypto"
import type { ChainRun, NewChainRun } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import { encode, SealedRun } from "@toolgate/wire"
import { decode, WireFault } from "@toolgate/wire/decode"

/** The current head of a run's record. */
export interface Head {
  /** The approvals that the run awaited last. */
  readonly approvals: ReadonlyArray<string>
  /** The digest of a call that may continue the run. */
  readonly equal?: string | undefined
  /** The time when the run can no longer be resumed, in the store's time. */
  readonly dueAt: number
  /** The number of entries, and a digest over all of them. */
  readonly entries: number
  readonly digest: string
}

/** Returns the head of a new run. */
export const makeFirstHead = ({ equal }: Pick<NewChainRun, "equal">): Head => ({
  approvals: [],
  equal,
  dueAt: 0,
  entries: 0,
  digest: noEntries
})

/**
 * Seals and opens the parts of a recorded run, each bound to its run and position. The digest in the head covers all
 * entries, so that a missing, moved or replaced entry is detected, even an older version of the same entry.
 */
export class RunSeal {
  private readonly key: SecretKey

  constructor(key: SecretKey) {
    this.key = key
  }

  /** Returns the code under which a run is looked up. It reveals nothing about the approval or call. */
  way(by: "approval" | "equal call", text: string): string {
    return this.key.mac(`chain run by ${by}`, text)
  }

  /** Returns the codes under which a run can be found. */
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

  /** Seals an entry. Returns it with the resulting head. */
  entry(id: string, head: Head, entry: string): { readonly sealed: string; readonly next: Head } {
    const sealed = this.key.seal(entry, [entrySeal, id, String(head.entries)])
    return { sealed, next: { ...head, entries: head.entries + 1, digest: withEntry(head.digest, sealed) } }
  }

  /** Opens a run, or returns `undefined` if any part was changed. */
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
    // Safe, because only `encode` of these types was sealed with the key.
    return { id, ...others, context: { ...context, deadline: context.deadline } } as NewChainRun
  }
}

/** Extends the digest over all entries. */
const withEntry = (digest: string, sealed: string): string =>
  createHash("sha256")
    .update(digest + sealed)
    .digest("hex")

const noEntries = ""

const headerSeal = "chain run"
const headSeal = "chain run head"
const entrySeal = "chain run entry"
