import type { Tool } from "@toolgate/core"
import { inheritedNames } from "@toolgate/testing/hostile"
import { aTool, tools } from "../judging.ts"
import type { Attack } from "./Attack.ts"

const named = (name: string, more: Partial<Tool> = {}) => aTool({ name, sideEffects: "READ", ...more })

/** Returns one attack for each name that every object inherits. */
const forEach = (attack: string, one: (name: string) => Omit<Attack, "attack" | "calls">): ReadonlyArray<Attack> =>
  inheritedNames.map((name) => ({ attack: `${attack} ${name}`, calls: [{}], ...one(name) }))

const { add } = tools

/** Names that every object inherits, in places where lists of names are looked up. */
export const nameAttacks: ReadonlyArray<Attack> = [
  ...forEach("an agent that is not listed:", (agent) => ({
    policy: "agents: { a: {} }",
    tool: add,
    who: { agent },
    expect: "deny"
  })),
  ...forEach("an agent that is listed:", (agent) => ({
    policy: `agents: { ${agent}: {} }`,
    tool: add,
    who: { agent },
    expect: "allow"
  })),
  ...forEach("an agent that is listed and was given nothing:", (agent) => ({
    policy: `agents: { ${agent}: { tools: [] } }`,
    tool: named("t"),
    who: { agent },
    expect: "deny"
  })),
  ...forEach("a role that is not listed:", (role) => ({
    policy: "layers: { roles: { r: {} } }",
    tool: add,
    who: { role },
    expect: "deny"
  })),
  ...forEach("a role that is listed and denies:", (role) => ({
    policy: `layers: { roles: { ${role}: { deny: [add] } } }`,
    tool: add,
    who: { role },
    expect: "deny"
  })),
  ...forEach("a task that is not listed:", (task) => ({
    policy: "layers: { tasks: { t: {} } }",
    tool: add,
    who: { task },
    expect: "deny"
  })),
  ...forEach("a task that is listed and denies:", (task) => ({
    policy: `layers: { tasks: { ${task}: { allow: [] } } }`,
    tool: add,
    who: { task },
    expect: "deny"
  })),
  ...forEach("a tool that is not listed:", (name) => ({
    policy: "default: { allowed: false }\ntools: { add: {} }",
    tool: named(name),
    expect: "deny"
  })),
  ...forEach("a tool that is listed:", (name) => ({
    policy: `default: { allowed: false }\ntools: { ${name}: {} }`,
    tool: named(name),
    expect: "allow"
  })),
  ...forEach("a tool that is not in a ceiling:", (name) => ({
    policy: "",
    tool: named(name),
    who: { ceiling: { tools: ["add"] } },
    expect: "deny"
  })),
  ...forEach("a tool with its own rule:", (name) => ({
    policy: `rules: { deny: [${name}] }`,
    tool: named(name),
    expect: "deny"
  })),
  ...forEach("a tool with its own mode:", (name) => ({
    policy: `tool_confirmation: { per_tool: { ${name}: deny } }`,
    tool: named(name),
    expect: "deny"
  })),
  ...forEach("a tool without its own mode:", (name) => ({
    policy: "",
    tool: named(name, { sideEffects: "WRITE" }),
    expect: "ask"
  })),
  ...forEach("a group of the file:", (group) => ({
    policy: `groups: { ${group}: [add] }\nlayers: { global: { deny: ["group:${group}"] } }`,
    tool: add,
    expect: "deny"
  })),
  ...forEach("a session with its own modes:", (session) => ({
    policy: `tool_confirmation: { per_session: { ${session}: { NONE: deny } } }`,
    tool: add,
    session,
    expect: "deny"
  })),
  ...forEach("a session without:", (session) => ({
    policy: "tool_confirmation: { sessions_may_loosen: true, per_session: { s1: { WRITE: auto } } }",
    tool: named("t", { sideEffects: "WRITE" }),
    session,
    expect: "ask"
  })),
  ...forEach("a category that is not allowed:", (category) => ({
    policy: "layers: { global: { allowed_categories: [math] } }",
    tool: named("t", { category }),
    expect: "deny"
  })),
  ...forEach("an alias that is denied:", (alias) => ({
    policy: `rules: { deny: [${alias}] }`,
    tool: named("t", { aliases: [alias] }),
    expect: "deny"
  }))
]
