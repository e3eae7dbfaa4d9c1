import type { CommandResource } from "@toolgate/core"
import type { Rule } from "@toolgate/policy"
import { makePermissionRequest, makeToolDefinition } from "@toolgate/testing"
import fc from "fast-check"
import { few, mostly, one } from "./chance.ts"
import { bareConfig } from "./configs.ts"
import { variables } from "./names.ts"
import { plainPrincipal, resolved } from "./requests.ts"
import { shown } from "./shown.ts"
import type { World } from "./world.ts"

const shell = makeToolDefinition({
  name: "shell",
  sideEffects: "EXECUTE",
  resources: [{ kind: "shell", arg: "/command" }]
})

const program = one(["git", "/usr/bin/git", "rm"])
const word = one(["push", "push", "remote", "-C", "-c", "--force", "-rf", "-r", "--", "--rec", "--recursive"])

const rule: fc.Arbitrary<Rule> = fc
  .tuple(program, fc.array(word, { maxLength: 2 }), fc.boolean())
  .map(([first, rest, open]) => {
    const pattern = `${[first, ...rest].join(" ")}${open ? ":*" : ""}`
    return { tool: "shell", pattern, text: `shell(${pattern})`, source: "p:1:1" }
  })

const command: fc.Arbitrary<CommandResource> = fc.record({
  kind: fc.constant("command" as const),
  argv: fc.tuple(program, fc.array(word, { maxLength: 4 })).map(([first, rest]) => [first, ...rest]),
  assigned: mostly([], 4, few<string>(variables, 2)),
  wrapper: mostly(false, 8, fc.constant(true)),
  inWorkspace: mostly(true, 4, fc.constant(false)),
  paths: fc.constant([]),
  hosts: fc.constant([])
})

const asking = { mode: "prompt", source: "p:1:1" } as const

/**
 * A shell that needs confirmation, and rules about its commands. There are few words, so that patterns and commands
 * match.
 */
export const commandWorld: fc.Arbitrary<World> = fc
  .record({
    deny: fc.array(rule, { maxLength: 1 }),
    ask: fc.array(rule, { maxLength: 1 }),
    allow: fc.array(rule, { minLength: 1, maxLength: 4 }),
    commands: fc.array(fc.array(command, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 4 })
  })
  .map(({ commands, ...rules }) => {
    const confirmation = {
      default: { NONE: asking, READ: asking, WRITE: asking, EXECUTE: asking, NETWORK: asking },
      perTool: new Map(),
      perSession: new Map(),
      sessionsMayLoosen: false,
      trustedWorkspaces: [],
      trustedOverrides: new Map(),
      source: "p:1:1"
    }
    const context = { principal: plainPrincipal, workspace: resolved("/ws") }
    const world: World = {
      tools: [shell],
      known: [shell],
      configs: [{ ...bareConfig, rules, confirmation }],
      judges: [],
      requests: commands.map((resources) => makePermissionRequest({ resources, context }, shell))
    }
    return Object.defineProperty(world, fc.toStringMethod, { value: () => shown(world) })
  })
