import { resolve } from "node:path"
import { AuditLogUnavailable, AuditReader, FileAuditLog, folderSource } from "@toolgate/audit"
import { AuditLog, type ResolvedPath } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import * as Layer from "effect/Layer"
import { followPath } from "./followPath.ts"

/** The audit log: append-only files in a folder, or an app's own `AuditLog` layer. */
export type AuditChoice<E = never> = FileAuditLog.FileAuditLogOptions | Layer.Layer<AuditLog, E>

/** Returns the audit layer. Without a choice, nothing is recorded. */
export const provideAudit = <E>(choice: AuditChoice<E> | undefined): Layer.Layer<AuditLog, E | AuditLogUnavailable> => {
  if (choice === undefined) return AuditLog.layerNone
  return isLayer(choice) ? choice : FileAuditLog.layer(choice)
}

/** Returns a layer with `AuditReader` for a log in a folder. Empty for an app's own layer, which may not be readable. */
export const provideReader = (choice: AuditChoice<unknown> | undefined): Layer.Layer<never> => {
  const folder = folderOf(choice)
  return folder === undefined ? Layer.empty : Layer.succeed(AuditReader, folderSource(resolve(folder)))
}

/** Returns the audit folder, which no call may change. The folder need not exist yet. Empty for an app's own layer. */
export const listAuditFolders = (choice: AuditChoice<unknown> | undefined): ReadonlyArray<string> =>
  [folderOf(choice)].filter((folder) => folder !== undefined)

/** Returns an error if calls in this workspace could change the record. */
export const checkAuditFolder = (
  choice: AuditChoice<unknown> | undefined,
  workspace: ResolvedPath
): AuditLogUnavailable | undefined => {
  const folder = folderOf(choice)
  if (folder === undefined) return undefined
  const path = followPath(resolve(folder))
  const unavailable = (why: string) =>
    new AuditLogUnavailable({ folder, message: `Cannot keep an audit log in "${folder}": ${why}`, cause: undefined })
  if (isBeneath(path, workspace) || isBeneath(workspace, path))
    return unavailable(`calls in the workspace "${workspace}" could change it. Choose a folder outside the workspace.`)
  const key = listAuditKeys(choice).find((file) => isBeneath(followPath(file), workspace))
  return key === undefined
    ? undefined
    : unavailable(
        `calls in the workspace "${workspace}" could read its key "${key}". Move the key outside the workspace.`
      )
}

/** Returns the audit key's file, which calls may neither read nor change. */
export const listAuditKeys = (choice: AuditChoice<unknown> | undefined): ReadonlyArray<string> => {
  const key = choice === undefined || isLayer(choice) ? undefined : choice.key
  return typeof key === "string" && key.startsWith("file:") ? [resolve(key.slice("file:".length))] : []
}

// The log refuses a folder that is not a string.
const folderOf = (choice: AuditChoice<unknown> | undefined): string | undefined =>
  choice === undefined || isLayer(choice) || typeof choice.folder !== "string" ? undefined : choice.folder

const isLayer = <E>(choice: AuditChoice<E>): choice is Layer.Layer<AuditLog, E> => Layer.isLayer(choice)
