import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { type AuditSource, folderSource } from "@toolgate/audit"
import { explainFileError, StoreUnavailable } from "@toolgate/core"
import { Database, getUserStore, openStore, SqlAuditLog } from "@toolgate/stores"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Scope } from "effect/Scope"
import { convertStoreError } from "../approvals/approvalsIn.ts"
import { findMissingStore } from "../flags/storeFlags.ts"
import { formatShortText } from "../text/formatShortText.ts"
import { WrongUse } from "../WrongUse.ts"
import { getAuditFolder } from "./auditFlags.ts"

/** An audit log that a command reads. */
export interface NamedAuditLog {
  readonly source: AuditSource
  /** The name that the person gave. */
  readonly name: string
  /** Returns the path of a segment. */
  readonly segmentName: (segment: string) => string
}

/** Returns an audit log, after checking that it can be read. */
export const openAuditLog = Effect.fnUntraced(function* (given: {
  readonly audit: Option.Option<string>
  readonly store: Option.Option<string>
}): Effect.fn.Return<NamedAuditLog, WrongUse, Scope> {
  if (Option.isSome(given.store)) return yield* Option.isSome(given.audit) ? twoLogs : storedLog(given.store.value)
  const folder = yield* getAuditFolder(given.audit)
  yield* Effect.try({ try: () => readdirSync(folder), catch: (cause) => unreadable(folder, cause) })
  return { source: folderSource(folder), name: folder, segmentName: (segment: string) => join(folder, segment) }
})

/** Opens the log in a store. A missing store is not created. */
const storedLog = Effect.fnUntraced(function* (at: string) {
  const missing = findMissingStore({ store: Option.some(at) })
  if (missing !== undefined) return yield* missing
  const services = yield* Layer.build(openStore(at)).pipe(Effect.mapError(convertStoreError))
  const database = Context.get(services, Database)
  return { source: SqlAuditLog.source(database), name: database.shown, segmentName: (segment: string) => segment }
})

/** Reads the log. Errors of the operating system or the store become errors for the user. */
export const readLog = <A>({ name }: NamedAuditLog, read: () => Promise<A>): Effect.Effect<A, WrongUse> =>
  Effect.tryPromise({ try: read, catch: (cause) => cause }).pipe(
    Effect.catch((cause) => {
      if (cause instanceof StoreUnavailable) return Effect.fail(convertStoreError(cause))
      return cause instanceof Error && "code" in cause ? Effect.fail(unreadable(name, cause)) : Effect.die(cause)
    })
  )

const twoLogs = new WrongUse({
  message: 'The flags "--audit" and "--store" name two logs; leave one of them out.'
})

/** Returns the notice about a log without records. */
export const formatEmptyLogNotice = ({ name }: NamedAuditLog): string =>
  `toolgate: The audit log in "${name}" has no records.\n`

/** Mentions the record in the user's own store, if it exists, because deferred calls are recorded there. */
const storedText = (): string =>
  existsSync(getUserStore())
    ? ` To read the record of your store, add: --store ${formatShortText(getUserStore(), 500)}`
    : ""

const unreadable = (folder: string, cause: unknown): WrongUse => {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined
  if (code === "ENOENT")
    return new WrongUse({
      message: `There is no audit log in "${folder}" yet. "toolgate supervise" writes one, and so does "toolgate call" with --audit. To read another log, name its folder with --audit.${storedText()}`,
      cause
    })
  const why = code === "ENOTDIR" ? "it is not a folder; name a folder with --audit" : explainFileError(cause, "read")
  return new WrongUse({ message: `The audit log in "${folder}" cannot be read: ${why}.`, cause })
}
