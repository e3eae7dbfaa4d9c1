import { resolve } from "node:path"
import type { ResolvedPath } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import type { StoreInvalid, StoreReference } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ArtifactsOptions } from "./ArtifactsOptions.ts"
import { followPath } from "./followPath.ts"

/** Storage for large results: a folder, or an object with more options. */
export type ArtifactsChoice = string | ArtifactsOptions

/** Returns a layer with `ArtifactStore` and, if there is a size limit, `OutputFitting`. Empty if the option is not set. */
export const provideArtifacts = (
  choice: ArtifactsChoice | undefined,
  store: StoreReference | undefined
): Layer.Layer<never, StoreInvalid> => {
  if (choice === undefined) return Layer.empty
  const options = optionsOf(choice)
  if (options.folder !== undefined && options.in !== undefined)
    throw new TypeError('"artifacts.folder" and "artifacts.in" cannot be combined. Remove one of them.')
  if (options.in !== undefined && store === undefined)
    throw new TypeError('"artifacts.in" requires a store. Set the option "store".')
  return Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./storeArtifacts.ts")),
      ({ storeArtifacts }) => storeArtifacts(options, store)
    )
  )
}

/** Returns the artifact folder, which calls may neither read nor change. The folder need not exist yet. */
export const listArtifactFolders = (choice: ArtifactsChoice | undefined): ReadonlyArray<string> => {
  const { folder } = choice === undefined ? {} : optionsOf(choice)
  return typeof folder === "string" ? [resolve(folder)] : []
}

/** Returns an error if calls in this workspace could reach the artifacts of others. */
export const checkArtifactFolder = async (
  choice: ArtifactsChoice | undefined,
  workspace: ResolvedPath
): Promise<StoreInvalid | undefined> => {
  const [folder] = listArtifactFolders(choice)
  const path = folder === undefined ? undefined : followPath(folder)
  if (path === undefined || !(isBeneath(path, workspace) || isBeneath(workspace, path))) return undefined
  const message = `Cannot store artifacts in "${folder}": calls in the workspace "${workspace}" could read other agents' artifacts. Choose a folder outside the workspace.`
  const { StoreInvalid } = await import("@toolgate/stores")
  return new StoreInvalid({ message, cause: undefined })
}

const optionsOf = (choice: ArtifactsChoice): ArtifactsOptions =>
  typeof choice === "string" ? { folder: choice } : choice
