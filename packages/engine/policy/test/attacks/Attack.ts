import type { Args, Principal, ToolDefinition } from "@toolgate/core"

/**
 * Calls that all have to be answered in one way. In the policy and in the arguments, `$WS` stands for the workspace and
 * `$OUT` for a folder beside the workspace.
 */
export interface Attack {
  readonly attack: string
  /** The files of the policy, from the widest to the narrowest. */
  readonly policy: string | ReadonlyArray<string>
  readonly tool: ToolDefinition
  readonly calls: ReadonlyArray<Args>
  /** The expected answer. `refused`: the resolver refuses the call before any policy is asked. */
  readonly expect: "allow" | "ask" | "deny" | "refused"
  readonly who?: Partial<Principal>
  readonly session?: string
  readonly caller?: "chain"
}

export const paths = (...texts: ReadonlyArray<string>): ReadonlyArray<Args> => texts.map((path) => ({ path }))

export const commands = (...texts: ReadonlyArray<string>): ReadonlyArray<Args> => texts.map((command) => ({ command }))

export const urls = (...texts: ReadonlyArray<string>): ReadonlyArray<Args> => texts.map((url) => ({ url }))
