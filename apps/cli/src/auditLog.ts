import { readdirSync } from "node:fs"
import { join } from "node:path"
import { type AuditSource, folderSource } from "@toolgate/audit"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { auditFolder } from "./auditFlags.ts"
import { WrongUse } from "./WrongUse.ts"

/** An audit log that a command reads. */
export interface AuditPlace {
  readonly source: AuditSource
  /** The place as the person named it. */
  readonly name: string
  /** Returns the name of a segment as the person finds it. */
  readonly segmentName: (segment: string) => string
}

/** Returns an audit log, after checking that it can be read. */
export const auditLogAt = (given: { readonly audit: Option.Option<string> }): Effect.Effect<AuditPlace, WrongUse> => {
  const folder = auditFolder(given.audit)
  if (folder instanceof WrongUse) return Effect.fail(folder)
  return Effect.try({ try: () => readdirSync(folder), catch: (cause) => unreadable(folder, cause) }).pipe(
    Effect.as({ source: folderSource(folder), name: folder, segmentName: (segment: string) => join(folder, segment) })
  )
}

/** Reads the log. An error of the operating system becomes an error for the person who named the log. */
export const reading = <A>({ name }: AuditPlace, read: () => Promise<A>): Effect.Effect<A, WrongUse> =>
  Effect.tryPromise({ try: read, catch: (cause) => cause }).pipe(
    Effect.catch((cause) =>
      cause instanceof Error && "code" in cause ? Effect.fail(unreadable(name, cause)) : Effect.die(cause)
    )
  )

/** Returns the notice about a log without records. */
export const emptyLog = ({ name }: AuditPlace): string => `toolgate: The audit log in "${name}" has no records.\n`

const unreadable = (folder: string, cause: unknown): WrongUse => {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined
  if (code === "ENOENT")
    return new WrongUse({
      message: `There is no audit log in "${folder}" yet. "toolgate supervise" writes one, and so does "toolgate call" with --audit. To read another log, name its folder with --audit.`,
      cause
    })
  const why =
    code === "ENOTDIR"
      ? "it is not a folder; name a folder with --audit"
      : `the system reports ${code ?? "an error"}; check that this user may read it`
  return new WrongUse({ message: `The audit log in "${folder}" cannot be read: ${why}.`, cause })
}
