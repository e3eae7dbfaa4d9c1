import { mkdtempSync, realpathSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { builtins, shell } from "@toolgate/builtins"
import { DryRun, isFaulty, parsePolicy } from "@toolgate/policy-files"
import { MapToolRegistry, validator } from "@toolgate/registry"
import { openWorkspace, WorkspaceResources } from "@toolgate/workspace"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { listPatternRows, type PatternRow } from "./patternTables.ts"

const ports = Layer.mergeAll(
  MapToolRegistry.layer([...builtins({ withHostTools: true }), shell]),
  WorkspaceResources.layer
)
const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgate-patterns-")))
const rows = listPatternRows("docs/policy-reference.md")

/** Makes a call of the rule's tool for a path, command or URL. */
const callOf = (rule: string, at: string) => {
  const tool = rule.slice(0, rule.indexOf("("))
  const context = { workspace: "/home/ada/shop" }
  switch (tool) {
    case "shell":
      return { tool, args: { command: at }, context }
    case "fetch":
      return { tool, args: { url: at }, context, definition: fetches }
    case "read_file":
    case "Read":
      return { tool, args: { path: at }, context }
    default:
      return { tool, args: { path: at, content: "" }, context }
  }
}
const fetches = { side_effects: "NETWORK", resources: [{ kind: "url", arg: "/url" }] }

const decisionOf = ({ effect, rule }: PatternRow, at: string) =>
  Effect.gen(function* () {
    const text = JSON.stringify({ version: 1, rules: { [effect]: [rule] } })
    const config = yield* parsePolicy(text, "table", { home: "/home/ada" })
    const dryRun = yield* DryRun.make({
      configs: [config],
      workspace: yield* openWorkspace(folder),
      validator: yield* validator
    })
    const answer = yield* dryRun.check(callOf(rule, at), at)
    if (isFaulty(answer)) throw new Error(`${at}: ${answer.refused.message}`)
    return answer._tag === "Judged" ? answer.verdict.decision : "deny"
  }).pipe(Effect.provide(ports), Effect.runPromise)

// A call of these tools without a matching rule needs approval, except for tools that read, for which only deny rules
// are shown.
describe("a table of patterns", () => {
  it("exists for paths, commands and hosts", () => {
    expect(
      new Set(rows.map(({ rule, effect }) => `${effect} ${rule.slice(0, rule.indexOf("("))}`)).size
    ).toBeGreaterThan(5)
  })

  it.each(rows)("documents the effect of $effect $rule", async (row) => {
    const decided = async (at: string) =>
      `${at}: ${(await decisionOf(row, at)) === row.effect ? "matches" : "does not"}`
    expect(await Promise.all(row.matches.map(decided))).toEqual(row.matches.map((at) => `${at}: matches`))
    expect(await Promise.all(row.others.map(decided))).toEqual(row.others.map((at) => `${at}: does not`))
  })
})
