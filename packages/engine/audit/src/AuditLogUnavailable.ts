import { KeyUnavailable } from "@toolgate/keys"
import * as Data from "effect/Data"

/**
 * The error for a folder in which no audit log can be kept. The message is written for the person who named the folder.
 *
 * ```ts
 * import { builtins, createToolgate } from "toolgate"
 * import { AuditLogUnavailable } from "toolgate/effect"
 *
 * const options = { workspace: ".", policy: "default", tools: builtins(), audit: { folder: "/var/log/agents" } } as const
 * export const gate = await createToolgate(options).catch((cause) => {
 *   if (cause instanceof AuditLogUnavailable) console.error(cause.message)
 *   throw cause
 * })
 * ```
 */
export class AuditLogUnavailable extends Data.TaggedError("AuditLogUnavailable")<{
  readonly folder: string
  readonly message: string
  readonly cause: unknown
}> {}

export const unavailableIn = (folder: string, cause: unknown): AuditLogUnavailable =>
  new AuditLogUnavailable({ folder, cause, message: `No audit log can be kept in "${folder}": ${adviceOn(cause)}` })

const adviceOn = (cause: unknown): string => {
  if (cause instanceof KeyUnavailable) return cause.message
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : ""
  const advice = new Map([
    ["EACCES", "this user may not write there (EACCES); give it permission to, or name another folder."],
    ["EPERM", "this user may not write there (EPERM); give it permission to, or name another folder."],
    ["EROFS", "it is on a disk that is read-only (EROFS); name another folder."],
    ["ENOSPC", "the disk is full (ENOSPC); make room, or name another folder."],
    ["EDQUOT", "this user's share of the disk is used up (EDQUOT); make room, or name another folder."],
    ["ENOTDIR", "it or a part of its path is no folder (ENOTDIR); name another one."]
  ])
  return advice.get(code) ?? `the system answers ${code === "" ? "with an error" : code}; name another folder.`
}
