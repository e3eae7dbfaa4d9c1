import { explainFileError } from "@toolgate/core"
import { KeyUnavailable } from "@toolgate/local-secrets"
import * as Data from "effect/Data"

/**
 * The error for a folder that cannot hold an audit log. The message is for the person who configured the folder.
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

export const makeUnavailable = (folder: string, cause: unknown): AuditLogUnavailable =>
  new AuditLogUnavailable({ folder, cause, message: `Cannot keep an audit log in "${folder}": ${adviceOn(cause)}` })

const adviceOn = (cause: unknown): string => {
  if (cause instanceof KeyUnavailable) return cause.message
  return `${explainFileError(cause, "write")}.`
}
