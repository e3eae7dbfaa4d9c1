import type { PermissionRequest, ToolDefinition, Verdict } from "@toolgate/core"
import type { Question } from "./Question.ts"

/** Rules of one kind, in any number, and requests to hold against them. */
export interface RuleKind {
  readonly name: string
  readonly effect: "deny" | "allow"
  /** The tools that are called. */
  readonly tools: ReadonlyArray<ToolDefinition>
  readonly rule: (number: number) => WrittenRule
  /** Rules that are there as well, whatever the number. */
  readonly also?: ReadonlyArray<WrittenRule>
  /** What is asked of so many rules and roles, again and again; by 64 agents, unless told otherwise. */
  readonly stream: (rules: number, roles: number, agents?: number) => ReadonlyArray<Question>
  /** A look-up of the same power as it would be written by hand for this kind of pattern: the verdict of a rule that matches. */
  readonly byHand?: (rules: number) => ByHand
  /** It takes so long that fewer rounds have to do. */
  readonly slow?: boolean
}

/** The tool and the pattern of a rule. Without a pattern, it is about every call of its tool. */
export interface WrittenRule {
  readonly tool: string
  readonly pattern?: string
}

/** The same decision as a program would look it up by hand; `undefined` where no rule answers. */
export type ByHand = (request: PermissionRequest) => Verdict | undefined
