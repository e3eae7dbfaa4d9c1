import type { ArtifactStore, Tool } from "@toolgate/core"
import { readArtifact } from "./readArtifact.ts"
import { searchArtifact } from "./searchArtifact.ts"

/**
 * Returns the tools with which an agent reads on in what its own calls returned: `read_artifact` and `search_artifact`.
 *
 * ```ts
 * import { artifactTools, MemoryArtifactStore } from "@toolgate/artifacts"
 * import { ArtifactStore } from "@toolgate/core"
 * import * as Effect from "effect/Effect"
 *
 * export const names = Effect.map(ArtifactStore, (store) => artifactTools(store).map(({ name }) => name)).pipe(
 *   Effect.provide(MemoryArtifactStore.layer())
 * )
 * ```
 */
export const artifactTools = (store: ArtifactStore["Service"]): ReadonlyArray<Tool> => [
  readArtifact(store),
  searchArtifact(store)
]

/** Whether the output of a tool of this name is within the bound already, and is never replaced by a reference. */
export const isFitting = (toolName: string): boolean => fitting.has(toolName)

const fitting = new Set(["read_artifact", "search_artifact"])
