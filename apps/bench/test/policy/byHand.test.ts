import type { CommandResource, ResolvedPath, Resource, ToolDefinition } from "@toolgate/core"
import { makePermissionRequest } from "@toolgate/testing"
import { describe, expect, it } from "vitest"
import { commands, oneProgram } from "../../src/policy/commands.ts"
import { createRulesPolicy } from "../../src/policy/createRulesPolicy.ts"
import { hosts } from "../../src/policy/hosts.ts"
import { paths } from "../../src/policy/paths.ts"
import type { RuleKind } from "../../src/policy/RuleKind.ts"

const file = (path: string): Resource => ({ kind: "file", path: path as ResolvedPath, mode: "r" })
const host = (name: string): Resource => ({ kind: "host", host: name, port: 443 })
const command = (argv: ReadonlyArray<string>, parts: Partial<CommandResource> = {}): Resource => ({
  kind: "command",
  argv,
  assigned: [],
  wrapper: false,
  inWorkspace: true,
  paths: [],
  hosts: [],
  ...parts
})

const files = [
  "/workspace/src/dir10000/a.ts",
  "/workspace/src/dir10000",
  "/workspace/src/DIR10000/a.ts",
  "/workspace/src/dir100000/a.ts",
  "/elsewhere/src/dir10000/a.ts"
].map(file)

const names = ["a.h10000.example.org", "a.b.h10000.example.org", "h10000.example.org", "ah10000.example.org"].map(host)

const commandsOf = (program: string, word: string): ReadonlyArray<Resource> => [
  command([program, word]),
  command([program, word, "--flag"]),
  command([`/usr/bin/${program}`, word]),
  command([program, "--quiet", word]),
  command([program, "--folder", "a", word]),
  command([program, "--folder=a", "b", word]),
  command([program, "a", word]),
  command([program, `${word}s`]),
  command([program]),
  command([program, word], { inWorkspace: false }),
  command([program, word], { assigned: ["PATH"] })
]

const resourcesOf: ReadonlyArray<readonly [(effect: "deny" | "allow") => RuleKind, ReadonlyArray<Resource>]> = [
  [paths, files],
  [hosts, names],
  [commands, commandsOf("prog10000", "sub")],
  [oneProgram, commandsOf("git", "sub10000")]
]
const kinds = resourcesOf.flatMap(([of, resources]) =>
  (["deny", "allow"] as const).map((effect) => [of(effect), resources] as const)
)

describe.each(kinds)("by hand: $name", (kind, resources) => {
  it("matches the same requests as the policy's rules in any spelling of the resource", () => {
    const { judge } = createRulesPolicy(kind, 20, 1)
    const matches = kind.byHand?.(20)
    const ask = (tool: ToolDefinition, resource: Resource) =>
      makePermissionRequest({ resources: [resource], context: { principal } }, tool)
    for (const tool of kind.tools.slice(0, 2))
      for (const resource of resources) {
        const request = ask(tool, resource)
        const isMatched = judge(request).decision === kind.effect
        expect([tool.name, resource, matches?.(request) !== undefined]).toEqual([tool.name, resource, isMatched])
      }
  })
})

const principal = { agent: "agent", role: "role_0", ceiling: { tools: "any" } } as const
