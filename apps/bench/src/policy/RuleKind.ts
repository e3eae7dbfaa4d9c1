import type { PermissionRequest, ToolDefinition, Verdict } from "@toolgate/core"
import type { Question } from "./Question.ts"

/** A kind of rules, in any number, and requests to compare with them. */
export interface RuleKind {
  readonly name: string
  readonly effect: "deny" | "allow"
  /** The tools that are called. */
  readonly tools: ReadonlyArray<ToolDefinition>
  readonly rule: (number: number) => WrittenRule
  /** Further rules, which are present whatever the number of rules is. */
  readonly also?: ReadonlyArray<WrittenRule>
  /** Returns the requests for a number of rules and roles. There are 64 agents by default. */
  readonly stream: (rules: number, roles: number, agents?: number) => ReadonlyArray<Question>
  /**
   * Returns a lookup as a program would write it by hand for this kind of pattern. The lookup returns the verdict of a
   * matching rule.
   */
  readonly byHand?: (rules: number) => ByHand
  /** Whether a decision takes so long that fewer rounds have to suffice. */
  readonly slow?: boolean
}

/** The tool and the pattern of a rule. Without a pattern, the rule applies to every call of its tool. */
export interface WrittenRule {
  readonly tool: string
  readonly pattern?: string
}

/** A decision as a program would look it up by hand; `undefined` if no rule answers. */
export type ByHand = (request: PermissionRequest) => Verdict | undefined
