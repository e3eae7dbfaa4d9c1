import type { RuleToReview } from "../../src/index.ts"

/** Returns a rule to review for a call that writes a file. `parts` replaces any part of it. */
export const suggested = (parts: Partial<RuleToReview> = {}): RuleToReview => ({
  rule: "write_file(/nowhere/project/a)",
  tool: "write_file",
  resources: [{ kind: "file", path: "/nowhere/project/a", mode: "w" }],
  session: "default",
  principal: { agent: "default", ceiling: { tools: "any" } },
  workspace: "/nowhere/project",
  why: "A person has to confirm it.",
  because: { layer: "confirmation", rule: "default WRITE: prompt", source: "built in" },
  question: "q1",
  at: 10,
  ...parts
})
