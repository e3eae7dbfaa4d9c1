import { explainFileError } from "@toolgate/core"
import { KeyUnavailable } from "@toolgate/local-secrets"
import * as Data from "effect/Data"

/**
 * The error for a folder that cannot hold an audit log. The message is for the person who configured the folder.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { mkdtempDisposable, writeFile } from "node:fs/promises"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { createToolgate } from "toolgate"
 * import { AuditLogUnavailable } from "toolgate/effect"
 *
 * await using outside = await mkdtempDisposable(join(tmpdir(), "audit-"))
 * const folder = join(outside.path, "record")
 * await writeFile(folder, "This is a file.")
 *
 * const options = { workspace: ".", policy: "default", tools: [], audit: { folder } } as const
 * const cause = await createToolgate(options).catch((error: unknown) => error)
 * assert(cause instanceof AuditLogUnavailable)
 * assert.equal(cause.folder, folder)
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
