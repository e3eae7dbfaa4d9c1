import { explainFileError, StoreUnavailable } from "@toolgate/core"
import { NewerStore } from "./migrations.ts"
import { isAnswer, PgMissing } from "./postgres/makePostgresDialect.ts"
import { StoreInvalid } from "./StoreInvalid.ts"
import type { StoreLocation } from "./StoreLocation.ts"
import { SqliteFailed } from "./sqlite/SqliteThread.ts"
import { StoreFileUnfit } from "./sqlite/storeFile.ts"

/** The cause of a `StoreUnavailable` when the changes may or may not have been stored. */
export class OutcomeUnknown extends Error {}

/** Returns the error for a store that cannot be opened. */
export const makeStoreInvalid = ({ shown }: StoreLocation, cause: unknown): StoreInvalid =>
  new StoreInvalid({ message: `The store "${shown}" cannot be opened: ${faultOf(cause)}`, cause })

/** Returns the error for a failed query. */
export const makeStoreUnavailable = ({ shown }: StoreLocation, cause: unknown): StoreUnavailable => {
  const failed =
    cause instanceof OutcomeUnknown
      ? "failed during a change, which may or may not have been made"
      : "cannot be used now"
  return new StoreUnavailable({ message: `The store "${shown}" ${failed}: ${faultOf(firstOf(cause))}`, cause })
}

const firstOf = (cause: unknown): unknown => (cause instanceof OutcomeUnknown ? cause.cause : cause)

/** Whether a transaction that failed during its commit is certain to have changed nothing. */
export const isRolledBack = (cause: unknown): boolean =>
  cause instanceof SqliteFailed ? [sqliteBusy, sqliteFull].includes(kindOf(cause)) : isAnswer(cause)

/** Whether the database must be reopened. A connection pool reconnects by itself. */
export const isLost = (cause: unknown): boolean => {
  const first = firstOf(cause)
  return first instanceof SqliteFailed && first.code.startsWith("STORE_")
}

const sqliteBusy = 5
const sqliteFull = 13

/** Returns SQLite's primary error code. */
const kindOf = ({ errcode = 0 }: SqliteFailed): number => errcode & 0xff

/**
 * Describes what failed and what to do, for the person who configured the store. Never contains a value or a password.
 */
const faultOf = (cause: unknown): string => {
  if (cause instanceof NewerStore)
    return "a newer version of Toolgate made it; use that version, or name another store."
  if (cause instanceof PgMissing) return 'PostgreSQL is reached with the package "pg"; install it: npm install pg'
  if (cause instanceof StoreFileUnfit) return cause.message
  if (cause instanceof SqliteFailed)
    return sqliteFaults.get(kindOf(cause)) ?? ownFaults.get(cause.code) ?? explained(cause)
  const { code, message } = (cause ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  if (typeof code === "string") return postgresFaults.find(([start]) => code.startsWith(start))?.[1] ?? explained(cause)
  // These errors of `pg` have fixed messages but no code.
  if (typeof message === "string") for (const [words, fault] of textFaults) if (words.test(message)) return fault
  return "an unexpected error; see its cause."
}

const unreachable = "the database cannot be reached; check that it runs, and that the address is right."
const lost = "the connection to the database was lost; the next attempt makes a new one."

const locked =
  "another process has held the lock of the file for more than five seconds; end the program that has a transaction open there, or try again."

const sqliteFaults = new Map([
  [sqliteBusy, locked],
  [6, locked],
  [8, "it is read-only; give this user permission to write the file and its folder."],
  [10, "the disk failed to read or write it; see the system's log."],
  [11, "the file is damaged; restore it from a copy."],
  [sqliteFull, "the disk is full; make room."],
  [14, "the file, or the log beside it, cannot be opened; check the permissions of the file and its folder."],
  [26, "the file is not an SQLite database; choose another path."]
])

/** The PostgreSQL and network faults by the prefix of their code. The first match applies. */
const postgresFaults: ReadonlyArray<readonly [start: string, fault: string]> = [
  ["ECONNREFUSED", unreachable],
  ["ENOTFOUND", unreachable],
  ["EAI_AGAIN", unreachable],
  ["EHOSTUNREACH", unreachable],
  ["ENETUNREACH", unreachable],
  ["ETIMEDOUT", unreachable],
  ["ECONNRESET", lost],
  ["EPIPE", lost],
  ["08", lost],
  ["28", "the database accepts neither this user nor this password; correct the address."],
  ["3D000", "the server has no database of this name; create it, or correct the address."],
  ["42501", "this user lacks permission in the database; grant it what it needs to create and change tables."],
  ["25006", "the database is read-only, as a standby is; name one that can be written."],
  ["53300", "the database has no connection left; close some, or allow more."],
  ["53", "the database is out of room; make room on its disk."],
  ["55P03", "another transaction has held its lock for too long; try again."],
  ["57P03", "the database is starting or stopping; try again."],
  ["57", lost],
  ["58", "the disk of the database failed; see the log of the server."]
]

const textFaults: ReadonlyArray<readonly [RegExp, string]> = [
  [/password/i, "the database requires a password; name one in the address, or in PGPASSWORD."],
  [/^Connection terminated|not queryable|Client was closed|destroyed/, lost],
  [/timeout/i, "the database did not answer in time; check that it can be reached."]
]

const ownFaults = new Map([
  [
    "STORE_GONE",
    "the file was removed or replaced while it was in use; put it back, or end all gates, remove the -wal and -shm files beside it, and start again."
  ],
  ["STORE_WITHOUT_WAL", "its file system cannot be shared between processes; name a file on a local disk."]
])

const explained = (cause: unknown): string => `${explainFileError(cause, "write")}.`
