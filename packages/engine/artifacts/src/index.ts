export { artifactOwner } from "./artifactOwner.ts"
export * as FileArtifactStore from "./FileArtifactStore.ts"
export * as MemoryArtifactStore from "./MemoryArtifactStore.ts"
export type { StoreOptions } from "./StoreOptions.ts"
