import type { Caller, ChainCaller } from "./DispatchContext.ts"

/** Whether another call of the gate makes the call. A program of a provider's is no call, and nothing here waits for what it calls. */
export const isChild = (caller: Caller): caller is ChainCaller =>
  caller.kind === "chain" && caller.provider === undefined
