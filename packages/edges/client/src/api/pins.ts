import type { Json } from "./Json.ts"
import type { PageQuery } from "./Page.ts"

/** A tool of the gate, and what was approved of it. */
export interface PinnedTool {
  readonly tool: string
  /** The source of the tool. Absent: the app itself. */
  readonly owner?: string
  /** The digest of the current definition. */
  readonly digest: string
  /** Whether the tool is hidden and refused until a person approves it. */
  readonly quarantined: boolean
  readonly pin: {
    /** `new`: the pin is that of the most similar definition. `earlier`: it did not cover what the tool runs. */
    readonly state: "approved" | "changed" | "revoked" | "earlier" | "new" | "invalid" | "none"
    readonly by?: string
    /** In milliseconds since the epoch. */
    readonly at?: number
    readonly digest?: string
  }
}

/** A tool with the members in which its definition differs from the approved one. Secrets are masked. */
export interface PinDiff extends PinnedTool {
  readonly definition: Json
  readonly changes: ReadonlyArray<{ readonly member: string; readonly before: Json; readonly now: Json }>
  /** Whether a secret has changed, which the members do not show. */
  readonly secretChanged: boolean
}

/** Selects tools. */
export interface PinQuery extends PageQuery {
  /** Only tools that are in quarantine, or only others. */
  readonly quarantined?: boolean
}
