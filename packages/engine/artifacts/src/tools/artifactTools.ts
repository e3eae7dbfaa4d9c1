import type { ArtifactStore, Tool } from "@toolgate/core"
import { readArtifact } from "./readArtifact.ts"
import { searchArtifact } from "./searchArtifact.ts"

/**
 * Returns the tools `read_artifact` and `search_artifact`. An agent uses them to read the stored results of its calls.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { artifactTools, MemoryArtifactStore } from "@toolgate/artifacts"
 * import { ArtifactStore } from "@toolgate/core"
 * import * as Effect from "effect/Effect"
 *
 * const names = Effect.map(ArtifactStore, (store) => artifactTools(store).map(({ name }) => name))
 * const tools = await Effect.runPromise(Effect.provide(names, MemoryArtifactStore.layer()))
 * assert.deepEqual(tools, ["read_artifact", "search_artifact"])
 * ```
 */
export const artifactTools = (store: ArtifactStore["Service"]): ReadonlyArray<Tool> => [
  readArtifact(store),
  searchArtifact(store)
]

/**
 * Whether a tool of this name limits its own output, so that its output is never moved into an artifact.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { isFitting } from "@toolgate/artifacts"
 *
 * assert.deepEqual([isFitting("read_artifact"), isFitting("read_file")], [true, false])
 * ```
 */
export const isFitting = (toolName: string): boolean => fitting.has(toolName)

const fitting = new Set(["read_artifact", "search_artifact"])
