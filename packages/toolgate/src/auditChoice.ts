import { resolve } from "node:path"
import { AuditLogUnavailable, FileAuditLog } from "@toolgate/audit"
import { AuditLog, type ResolvedPath } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import * as Layer from "effect/Layer"
import { followedPath } from "./followedPath.ts"

/** The place where every call is recorded. A folder: files in it, which are only appended to. A layer: an app's own record. */
export type AuditChoice<E = never> = FileAuditLog.FileAuditLogOptions | Layer.Layer<AuditLog, E>

/** Returns the layer of a choice. Without a choice, nothing is recorded. */
export const layerOfAudit = <E>(choice: AuditChoice<E> | undefined): Layer.Layer<AuditLog, E | AuditLogUnavailable> => {
  if (choice === undefined) return AuditLog.layerNone
  return isLayer(choice) ? choice : FileAuditLog.layer(choice)
}

/** Returns the folder of a choice, which no call may change whether it exists or not. An app's own record has none. */
export const auditFolders = (choice: AuditChoice<unknown> | undefined): ReadonlyArray<string> =>
  [folderOf(choice)].filter((folder) => folder !== undefined)

/** Returns the error with which opening a gate rejects if calls that work in the workspace could change the record. */
export const auditWithin = (
  choice: AuditChoice<unknown> | undefined,
  workspace: ResolvedPath
): AuditLogUnavailable | undefined => {
  const folder = folderOf(choice)
  if (folder === undefined) return undefined
  const path = followedPath(resolve(folder))
  const unavailable = (why: string) =>
    new AuditLogUnavailable({ folder, message: `No audit log can be kept in "${folder}": ${why}`, cause: undefined })
  if (isBeneath(path, workspace) || isBeneath(workspace, path))
    return unavailable(`calls that work in "${workspace}" could change it; name a folder apart from it.`)
  const key = auditKeys(choice).find((file) => isBeneath(followedPath(file), workspace))
  return key === undefined
    ? undefined
    : unavailable(`calls that work in "${workspace}" could read its key "${key}"; keep the key apart from it.`)
}

/** Returns the file of the key that a choice refers to, which no call may read or change. */
export const auditKeys = (choice: AuditChoice<unknown> | undefined): ReadonlyArray<string> => {
  const key = choice === undefined || isLayer(choice) ? undefined : choice.key
  return typeof key === "string" && key.startsWith("file:") ? [resolve(key.slice("file:".length))] : []
}

// A folder that is no text is refused by the log.
const folderOf = (choice: AuditChoice<unknown> | undefined): string | undefined =>
  choice === undefined || isLayer(choice) || typeof choice.folder !== "string" ? undefined : choice.folder

const isLayer = <E>(choice: AuditChoice<E>): choice is Layer.Layer<AuditLog, E> => Layer.isLayer(choice)
