import type { PermissionRequest, ToolDefinition, Verdict } from "@toolgate/core"
import type { Question } from "./Question.ts"

/** A kind of rules, in any number, and requests for it. */
export interface RuleKind {
  readonly name: string
  readonly effect: "deny" | "allow"
  /** The tools that are called. */
  readonly tools: ReadonlyArray<ToolDefinition>
  readonly rule: (number: number) => WrittenRule
  /** Further rules, independent of the number of rules. */
  readonly also?: ReadonlyArray<WrittenRule>
  /** Returns the requests for a number of rules and roles. Default: 64 agents. */
  readonly stream: (rules: number, roles: number, agents?: number) => ReadonlyArray<Question>
  /** Returns a handwritten lookup for this kind of pattern. It returns the verdict of a matching rule. */
  readonly byHand?: (rules: number) => ByHand
  /** Whether decisions are so slow that fewer rounds suffice. */
  readonly slow?: boolean
}

/** The tool and pattern of a rule. Without a pattern, the rule applies to every call of its tool. */
export interface WrittenRule {
  readonly tool: string
  readonly pattern?: string
}

/** A handwritten decision; `undefined` if no rule matches. */
export type ByHand = (request: PermissionRequest) => Verdict | undefined
