import type { AttachedBounds } from "@toolgate/supervisor"

/** The limits of agents that connect by a WebSocket. */
export interface RunnerLimits extends AttachedBounds {
  /** The most connections of one token. */
  readonly connections: number
  /** Milliseconds between two checks of the tokens of all connections. A change of the tokens is noticed at once. */
  readonly tokenCheckMs: number
}

export const usualRunnerLimits: Pick<RunnerLimits, "connections" | "tokenCheckMs"> = {
  connections: 16,
  tokenCheckMs: 5_000
}
