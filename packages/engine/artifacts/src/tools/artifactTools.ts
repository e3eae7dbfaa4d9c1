import type { ArtifactStore, Tool } from "@toolgate/core"
import { readArtifact } from "./readArtifact.ts"
import { searchArtifact } from "./searchArtifact.ts"

/**
 * Returns the tools `read_artifact` and `search_artifact`. An agent uses them to read the stored results of its calls.
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

/** Whether a tool of this name limits its own output, so that its output is never moved into an artifact. */
export const isFitting = (toolName: string): boolean => fitting.has(toolName)

const fitting = new Set(["read_artifact", "search_artifact"])
