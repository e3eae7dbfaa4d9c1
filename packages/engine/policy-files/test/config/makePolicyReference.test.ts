import { describe, expect, it } from "vitest"
import { makePolicyReference } from "../../src/config/makePolicyReference.ts"
import { problemsOf } from "./ask.ts"
import { renderKeysPage } from "./renderKeysPage.ts"

const pathsOf = ({ places, keys }: ReturnType<typeof makePolicyReference>[number]) =>
  places.flatMap((place) => keys.map(({ name }) => (place === "" ? name : `${place}.${name}`)))

describe("the reference", () => {
  it("lists every key with its places, and shared keys once", () => {
    expect(
      makePolicyReference().map(({ names, places, keys }) => [names.join(), places, keys.map(({ name }) => name)])
    ).toEqual([
      [
        "a policy",
        [""],
        [
          "version",
          "default",
          "tools",
          "groups",
          "layers",
          "agents",
          "permissions",
          "rules",
          "protected",
          "unprotected",
          "secrets",
          "not_secrets",
          "tool_confirmation",
          "programs",
          "quotas",
          "tests"
        ]
      ],
      [
        "a tool's rule",
        ["default", "tools.TOOL"],
        ["allowed", "sandbox", "limits", "unconfined", "env", "path", "net"]
      ],
      [
        "limits",
        ["default.limits", "tools.TOOL.limits"],
        ["wall_time", "cpu_time", "memory", "processes", "output", "chain"]
      ],
      [
        "limits of a chain",
        ["default.limits.chain", "tools.TOOL.limits.chain"],
        ["max_tool_calls", "call_timeout", "total_timeout", "max_inline_result"]
      ],
      ['"layers"', ["layers"], ["global", "roles", "tasks"]],
      [
        "the global layer,a role,a task",
        ["layers.global", "layers.roles.ROLE", "layers.tasks.TASK"],
        ["allow", "deny", "read_only", "no_web", "web_access", "allowed_categories", "allowed_tools", "forbidden_tools"]
      ],
      ["an agent", ["agents.AGENT"], ["role", "tools", "fs", "net"]],
      ["a file capability", ["agents.AGENT.fs[]"], ["path", "mode"]],
      ["a permission type", ["permissions.TYPE"], ["description", "requires_approval", "allowed_paths"]],
      ['"rules"', ["rules"], ["deny", "ask", "allow", "harmless_variables"]],
      [
        '"tool_confirmation"',
        ["tool_confirmation"],
        [
          "default",
          "per_tool",
          "per_session",
          "sessions_may_loosen",
          "trusted_workspaces",
          "trusted_workspace_overrides"
        ]
      ],
      ["a quota", ["quotas.TOOL"], ["per_session", "per_agent", "per_minute"]],
      ["a test", ["tests[]"], ["call", "expect"]],
      ["a test's call", ["tests[].call"], ["tool", "args", "context", "definition"]],
      [
        "a test's context",
        ["tests[].call.context"],
        ["agent", "role", "task", "session", "read_only", "no_web", "workspace"]
      ]
    ])
  })

  it("describes every key in a sentence", () => {
    for (const { keys } of makePolicyReference())
      for (const { type, description, absent } of keys) {
        expect(description).toMatch(/^[A-Z].*\.$/)
        expect(type).toMatch(/^[a-z]/)
        expect(absent).not.toBe("")
      }
  })

  it("becomes a page with a table for each map", () => {
    const [, file = "", ...others] = renderKeysPage().split(/^(?=## )/m)
    expect(others.length).toBe(makePolicyReference().length - 1)
    expect(file).toMatch(/^## The file\n\nKeys of a policy:\n/)
    expect(file).toContain("\n| `version` | the number 1 | The version of this format. | may not be left out |\n")
  })

  it("lists a key exactly in its places", () => {
    const paths = makePolicyReference().flatMap(pathsOf)
    expect(new Set(paths).size).toBe(paths.length)
    for (const path of paths)
      for (const [key, unknown] of [
        [path, false],
        [`${path}_`, true]
      ] as const)
        expect([key, problemsOf(written(key)).some((problem) => problem.includes("unknown key"))]).toEqual([
          key,
          unknown
        ])
  })
})

/** Returns a file that contains only this key, with a value of a type that no key accepts. */
const written = (path: string): string =>
  path
    .replaceAll("[]", ".[]")
    .replace("TYPE", "shell")
    .split(".")
    .reduceRight((inner, step) => (step === "[]" ? `[${inner}]` : `{ ${step}: ${inner} }`), "[[0]]")
