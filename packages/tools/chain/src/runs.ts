export * as MemoryChainRuns from "./runs/MemoryChainRuns.ts"
export * as ScriptRuns from "./runs/ScriptRuns.ts"
