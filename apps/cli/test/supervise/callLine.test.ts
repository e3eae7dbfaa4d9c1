import fc from "fast-check"
import type { ToolExecution } from "toolgate"
import { describe, expect, it } from "vitest"
import { callDecision } from "../../src/supervise/callDecision.ts"
import { callLine } from "../../src/supervise/callLine.ts"
import { escapeForTerminal } from "../../src/text/escapeForTerminal.ts"

const execution = (more: Partial<ToolExecution> = {}): ToolExecution => ({
  callId: "1",
  toolName: "read_file",
  arguments: { path: "a.txt" },
  success: true,
  output: { content: [], success: true, metadata: {} },
  error: undefined,
  executed: "yes",
  sandbox: "host",
  enforced: undefined,
  durationMs: 3.2,
  waitedMs: 0,
  ...more
})

const error = (more: Partial<NonNullable<ToolExecution["error"]>>): Partial<ToolExecution> => ({
  success: false,
  executed: "no",
  error: {
    _tag: "Refused",
    why: "PolicyDenied",
    class: "permission_denied",
    slug: "permission_denied",
    message: "Permission denied: no.",
    details: {},
    ...more
  }
})

const line = (given: ToolExecution, isApproved = false, agent?: string) =>
  callLine(given, callDecision(given, isApproved), agent)

describe("the line of a call", () => {
  it.each([
    ["allowed", execution(), false, 'toolgate: ✓ read_file "a.txt": allowed (host, 3 ms)\n'],
    [
      "approved",
      execution({ waitedMs: 4200 }),
      true,
      'toolgate: ✓ read_file "a.txt": approved by a person (host, 3 ms, after waiting for 4.2 s)\n'
    ],
    [
      "denied by a rule",
      execution(error({ details: { layer: "rules", rule: "deny read_file(a.txt)", source: "policy.yaml:2:3" } })),
      false,
      'toolgate: ✗ read_file "a.txt": denied: Permission denied: no. [deny read_file(a.txt), policy.yaml:2:3] (3 ms)\n'
    ],
    [
      "failed without having changed anything",
      execution(error({ why: "ToolFailed", class: "execution_error", message: "The script threw." })),
      false,
      'toolgate: ! read_file "a.txt": failed: execution_error: The script threw. (3 ms)\n'
    ],
    [
      "denied by a person",
      execution(error({ why: "UserDenied", class: "user_denied", message: "A person denied it." })),
      false,
      'toolgate: ✗ read_file "a.txt": denied: A person denied it. (3 ms)\n'
    ],
    [
      "of a tool that there is not",
      execution(error({ why: "ToolNotFound", class: "not_found", message: "Tool not found." })),
      false,
      'toolgate: ✗ read_file "a.txt": denied: not_found: Tool not found. (3 ms)\n'
    ],
    [
      "cancelled before it ran",
      execution(error({ why: "Cancelled", class: "cancelled", message: "The call was cancelled." })),
      false,
      'toolgate: ✗ read_file "a.txt": denied: cancelled: The call was cancelled. (3 ms)\n'
    ],
    [
      "lost while it ran",
      execution({ ...error({ class: "execution_error", message: "Lost." }), executed: "unknown" }),
      false,
      'toolgate: ! read_file "a.txt": failed: execution_error: Lost. (host, 3 ms)\n'
    ],
    [
      "failed",
      execution({ ...error({ class: "timeout", message: "Too\nlong." }), executed: "yes" }),
      false,
      'toolgate: ! read_file "a.txt": failed: timeout: Too long. (host, 3 ms)\n'
    ],
    [
      "without success or error",
      execution({ success: false }),
      false,
      'toolgate: ! read_file "a.txt": failed: the tool reports that it did not succeed (host, 3 ms)\n'
    ]
  ])("says what became of it: %s", (_what, given, isApproved, expected) => {
    expect(line(given, isApproved)).toBe(expected)
  })

  it.each([
    ["a command", "shell", { command: "git status" }, '"git status"'],
    ["the first text of a tool that nobody knows", "fly", { height: 3, to: "the moon" }, '"the moon"'],
    ["nothing, where there is none", "fly", { height: 3 }, undefined],
    ["nothing, where the arguments are none", "fly", undefined, undefined],
    ["the beginning of what is long", "read_file", { path: "x".repeat(1000) }, `"${"x".repeat(59)}…"`]
  ])("says what it points at: %s", (_what, toolName, args, expected) => {
    const shown = expected === undefined ? toolName : `${toolName} ${expected}`
    expect(line(execution({ toolName, arguments: args }))).toBe(`toolgate: ✓ ${shown}: allowed (host, 3 ms)\n`)
  })

  it("names the agent if there are several", () => {
    expect(line(execution(), false, "a b")).toBe('toolgate: ✓ ["a b"] read_file "a.txt": allowed (host, 3 ms)\n')
  })

  it("is one line without control characters, even with hostile agents and tools", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("x\ntoolgate: ✓ y", "\u001b[2J", "\u2028toolgate: ", "a\u202eb", "x".repeat(5000))
    )
    fc.assert(
      fc.property(text, text, text, text, (toolName, path, message, agent) => {
        const shown = line(execution({ toolName, arguments: { path }, ...error({ message }) }), false, agent)
        expect(shown.split("\n")).toHaveLength(2)
        expect(shown).toBe(escapeForTerminal(shown))
        expect(shown.split("toolgate:")).toHaveLength(2)
        expect(shown.length).toBeLessThan(1500)
      })
    )
  })
})
