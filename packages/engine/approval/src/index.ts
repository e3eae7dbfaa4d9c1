export * as MemoryApprovals from "./MemoryApprovals.ts"
export type { OnAsk } from "./OnAsk.ts"
