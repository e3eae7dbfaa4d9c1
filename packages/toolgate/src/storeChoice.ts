import type { FileAuditLog } from "@toolgate/audit"
import type { ResolvedPath } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import type { StoreInvalid, StoreReference } from "@toolgate/stores"
import { followedPath } from "./followedPath.ts"

/** The place of a gate's store, or the place with a reference to its key. */
export type StoreChoice = string | StoreOptions

/** The options of a gate's store. */
export interface StoreOptions extends StoreReference, Pick<FileAuditLog.FileAuditLogOptions, "answers"> {}

/** Returns the options of a choice. */
export const storeReferenceOf = (choice: StoreChoice): StoreOptions =>
  typeof choice === "string" ? { at: choice } : choice

/** Returns the files of a store and of its key, which no call may read or change. */
export const storeFiles = async (choice: StoreChoice | undefined): Promise<ReadonlyArray<string>> => {
  if (choice === undefined) return []
  const { filesOfStore } = await import("@toolgate/stores")
  return filesOfStore(storeReferenceOf(choice))
}

/** Returns why a gate cannot be opened in a workspace if calls that work there could reach its store. */
export const storeWithin = async (
  choice: StoreChoice | undefined,
  workspace: ResolvedPath
): Promise<StoreInvalid | undefined> => {
  const file = (await storeFiles(choice)).find((path) => isBeneath(followedPath(path), workspace))
  if (file === undefined) return undefined
  const { filesOfStore, StoreInvalid } = await import("@toolgate/stores")
  const { KeyUnavailable } = await import("@toolgate/local-secrets")
  const isKey = choice !== undefined && !filesOfStore({ ...storeReferenceOf(choice), key: "env:NONE" }).includes(file)
  const message = `The gate cannot keep ${isKey ? "the key of its store" : "its store"}, "${file}", in "${workspace}": calls that work there could reach it; name a place apart from it.`
  return new StoreInvalid({ message, cause: isKey ? new KeyUnavailable(message) : undefined })
}
