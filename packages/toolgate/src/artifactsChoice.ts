import { resolve } from "node:path"
import type { ResolvedPath } from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import type { StoreInvalid, StoreReference } from "@toolgate/stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ArtifactsOptions } from "./ArtifactsOptions.ts"
import { followedPath } from "./followedPath.ts"

/** The folder in which results are kept that are too large for a conversation, or where else and within which bounds. */
export type ArtifactsChoice = string | ArtifactsOptions

/** Returns the layer of a choice, which has `ArtifactStore` and, if there is a bound, `OutputFitting`. Without a choice, results are answered as they are, whatever their size. */
export const layerOfArtifacts = (
  choice: ArtifactsChoice | undefined,
  store: StoreReference | undefined
): Layer.Layer<never, StoreInvalid> => {
  if (choice === undefined) return Layer.empty
  const options = optionsOf(choice)
  if (options.folder !== undefined && options.in !== undefined)
    throw new TypeError('"artifacts" are kept in one place: name either "folder" or "in", and not both.')
  if (options.in !== undefined && store === undefined)
    throw new TypeError('"artifacts" cannot be kept in the store, because the gate has none: name one in "store".')
  return Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("./keptArtifacts.ts")),
      ({ keptArtifacts }) => keptArtifacts(options, store)
    )
  )
}

/** Returns the folder of a choice, in which no call may read or change anything, whether it exists or not. */
export const artifactFolders = (choice: ArtifactsChoice | undefined): ReadonlyArray<string> => {
  const { folder } = choice === undefined ? {} : optionsOf(choice)
  return typeof folder === "string" ? [resolve(folder)] : []
}

/** Returns why a gate cannot be opened in a workspace if calls that work there could reach the artifacts of others. */
export const artifactsWithin = async (
  choice: ArtifactsChoice | undefined,
  workspace: ResolvedPath
): Promise<StoreInvalid | undefined> => {
  const [folder] = artifactFolders(choice)
  const path = folder === undefined ? undefined : followedPath(folder)
  if (path === undefined || !(isBeneath(path, workspace) || isBeneath(workspace, path))) return undefined
  const message = `The gate cannot keep artifacts in "${folder}": calls that work in "${workspace}" could reach those of others; name a folder apart from it.`
  const { StoreInvalid } = await import("@toolgate/stores")
  return new StoreInvalid({ message, cause: undefined })
}

const optionsOf = (choice: ArtifactsChoice): ArtifactsOptions =>
  typeof choice === "string" ? { folder: choice } : choice
