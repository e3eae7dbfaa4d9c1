import type { FileAuditLog } from "@toolgate/audit"
import type { ResolvedPath } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import type { StoreInvalid, StoreReference } from "@toolgate/stores"
import { followPath } from "./followPath.ts"

/** The location of a gate's store, optionally with a reference to its key. */
export type StoreChoice = string | StoreOptions

/** The options of a gate's store. */
export interface StoreOptions extends StoreReference, Pick<FileAuditLog.FileAuditLogOptions, "answers"> {}

export const storeReferenceOf = (choice: StoreChoice): StoreOptions =>
  typeof choice === "string" ? { at: choice } : choice

/** Returns the files of a store and its key. Calls may neither read nor change them. */
export const storeFiles = async (choice: StoreChoice | undefined): Promise<ReadonlyArray<string>> => {
  if (choice === undefined) return []
  const { filesOfStore } = await import("@toolgate/stores")
  return filesOfStore(storeReferenceOf(choice))
}

/** Returns an error if calls in this workspace could reach the store. */
export const storeWithin = async (
  choice: StoreChoice | undefined,
  workspace: ResolvedPath
): Promise<StoreInvalid | undefined> => {
  const file = (await storeFiles(choice)).find((path) => isBeneath(followPath(path), workspace))
  if (file === undefined) return undefined
  const { filesOfStore, StoreInvalid } = await import("@toolgate/stores")
  const { KeyUnavailable } = await import("@toolgate/local-secrets")
  const isKey = choice !== undefined && !filesOfStore({ ...storeReferenceOf(choice), key: "env:NONE" }).includes(file)
  const message = `Cannot use ${isKey ? "the store key" : "the store"} "${file}": calls in the workspace "${workspace}" could reach it. Choose a location outside the workspace.`
  return new StoreInvalid({ message, cause: isKey ? new KeyUnavailable(message) : undefined })
}
