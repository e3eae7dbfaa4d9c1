import { realpathSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { isBeneath } from "@toolgate/access"
import { AuditLogUnavailable, FileAuditLog } from "@toolgate/audit"
import { AuditLog, type ResolvedPath } from "@toolgate/core"
import * as Layer from "effect/Layer"

/** Where every call is put on record. A folder: files in it that are only appended to. A layer: an app's own record. */
export type AuditChoice<E = never> = FileAuditLog.FileAuditLogOptions | Layer.Layer<AuditLog, E>

/** The layer of a choice; without one, nothing is put on record. */
export const layerOfAudit = <E>(choice: AuditChoice<E> | undefined): Layer.Layer<AuditLog, E | AuditLogUnavailable> => {
  if (choice === undefined) return AuditLog.layerNone
  return isLayer(choice) ? choice : FileAuditLog.layer(choice)
}

/** The folder of a choice, which no call may change whether it exists or not; none where the record is an app's own. */
export const auditFolders = (choice: AuditChoice<unknown> | undefined): ReadonlyArray<string> =>
  [folderOf(choice)].filter((folder) => folder !== undefined)

/** Why the record cannot be kept where calls work, as what opening a gate rejects with: they could change it. */
export const auditWithin = (
  choice: AuditChoice<unknown> | undefined,
  workspace: ResolvedPath
): AuditLogUnavailable | undefined => {
  const folder = folderOf(choice)
  if (folder === undefined) return undefined
  const path = followed(resolve(folder))
  if (!isBeneath(path, workspace) && !isBeneath(workspace, path)) return undefined
  return new AuditLogUnavailable({
    folder,
    message: `No audit log can be kept in "${folder}": calls that work in "${workspace}" could change it; name a folder apart from it.`,
    cause: undefined
  })
}

// What is no text is for the log to refuse.
const folderOf = (choice: AuditChoice<unknown> | undefined): string | undefined =>
  choice === undefined || isLayer(choice) || typeof choice.folder !== "string" ? undefined : choice.folder

const isLayer = <E>(choice: AuditChoice<E>): choice is Layer.Layer<AuditLog, E> => Layer.isLayer(choice)

/** With its links followed, as far as it is there. */
const followed = (path: string): string => {
  try {
    return realpathSync.native(path)
  } catch {
    const above = dirname(path)
    return above === path ? path : join(followed(above), basename(path))
  }
}
