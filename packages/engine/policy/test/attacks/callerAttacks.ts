import { aTool, tools } from "../judging.ts"
import { type Attack, commands, paths, urls } from "./Attack.ts"

const { read_file, write_file, shell, http_get } = tools

const one = (
  attack: string,
  policy: Attack["policy"],
  expect: Attack["expect"],
  more: Partial<Attack> = {}
): Attack => ({
  attack,
  policy,
  tool: write_file,
  calls: paths("src/a.ts"),
  expect,
  ...more
})

const auto = "tool_confirmation: { default: { WRITE: auto, EXECUTE: auto, NETWORK: auto } }"
const any = { tools: "any" } as const
const boss = { agent: "boss", ceiling: any } as const
const child = (parent: typeof boss | object) => ({ who: { agent: "a", role: "r", parent: { ...boss, ...parent } } })
const roles = `layers: { roles: { r: {}, reader: { read_only: true } } }\n${auto}`
const critical = aTool({ name: "wipe", sideEffects: "READ", risk: "CRITICAL" })
const destructive = aTool({ name: "drop", sideEffects: "READ", destructive: true, risk: "HIGH" })
const reader = aTool({ name: "peek", sideEffects: "READ", effects: ["local_exec"] })

/** Calls through other calls, and policies that undo other policies. */
export const callerAttacks: ReadonlyArray<Attack> = [
  one("a child of a permitted parent", roles, "allow", child({ role: "r" })),
  one("a child with a role that its parent does not have", roles, "deny", child({ role: "reader" })),
  one("a child of a parent without a role", roles, "deny", child({})),
  one("a child of an unlisted parent", `agents: { a: {} }\n${auto}`, "deny", child({})),
  one(
    "a child of a parent without the tool",
    `agents: { a: {}, boss: { tools: [read_file] } }\n${auto}`,
    "deny",
    child({})
  ),
  one("a child of a read-only parent", auto, "deny", child({ ceiling: { tools: "any", readOnly: true } })),
  one("a child of a parent with fewer tools", auto, "deny", child({ ceiling: { tools: ["read_file"] } })),
  one(
    "a grandchild of an agent with fewer tools",
    auto,
    "deny",
    child({ parent: { agent: "top", ceiling: { tools: [] } } })
  ),
  one("a child of a parent without network access", auto, "deny", {
    tool: http_get,
    calls: urls("http://a.com"),
    ...child({ ceiling: { tools: "any", noWeb: true } })
  }),
  one("a script that calls what only agents may", auto, "deny", {
    tool: http_get,
    calls: urls("http://a.com"),
    caller: "chain"
  }),
  one("a later file that allows what an earlier one asks about", ["", "rules: { allow: [write_file] }"], "ask"),
  one(
    "a later file that allows what an earlier one denies",
    ["rules: { deny: [write_file] }", "rules: { allow: [write_file] }"],
    "deny"
  ),
  one(
    "a later file with a milder default",
    ["default: { allowed: false }", "default: { allowed: true }\ntools: { write_file: {} }"],
    "deny"
  ),
  one("a later file with milder modes", ["", auto], "ask"),
  one("a later file that trusts the workspace", ["", "tool_confirmation: { trusted_workspaces: [$WS] }"], "ask"),
  one("a later file that adds a role", ["layers: { roles: { r: {} } }", "layers: { roles: { r2: {} } }"], "deny", {
    who: { role: "r2" }
  }),
  one("a later file that lists an agent", ["agents: { b: {} }", "agents: { a: {} }"], "deny"),
  one("a later file that says nothing", [auto, ""], "allow"),
  one("a session that loosens", `tool_confirmation: { per_session: { s: { WRITE: auto } } }`, "ask", { session: "s" }),
  one("a session that tightens", `${auto.slice(0, -2)}, per_session: { s: { WRITE: deny } } }`, "deny", {
    session: "s"
  }),
  one("trust, for what runs code", "tool_confirmation: { trusted_workspaces: [$WS] }", "ask", {
    tool: shell,
    calls: commands("ls")
  }),
  one(
    "trust where writing is denied",
    "tool_confirmation: { default: { WRITE: deny }, trusted_workspaces: [$WS] }",
    "deny"
  ),
  one(
    "an allow rule where the mode denies",
    "tool_confirmation: { default: { WRITE: deny } }\nrules: { allow: [write_file] }",
    "deny"
  ),
  one("an allow rule beside one that asks", "rules: { allow: [write_file], ask: [write_file] }", "ask"),
  one(
    "an allow rule beside one that asks about the path",
    'rules: { allow: [write_file], ask: ["read_file(src/**)"] }',
    "ask"
  ),
  one("an allow rule beside one that denies", 'rules: { allow: [write_file], deny: ["write_file(**/*.ts)"] }', "deny"),
  one("an allow rule for what is critical", 'rules: { allow: [wipe, "*"] }', "ask", { tool: critical, calls: [{}] }),
  one("an allow rule for what is destructive and of high risk", "rules: { allow: [drop] }", "allow", {
    tool: destructive,
    calls: [{}]
  }),
  one("what is destructive, where its class is not asked about", auto, "ask", { tool: destructive, calls: [{}] }),
  one("a reader that runs code, in a task that only reads", "layers: { tasks: { t: { read_only: true } } }", "deny", {
    tool: reader,
    calls: [{}],
    who: { task: "t" }
  }),
  one("a shell in a task that only reads", `layers: { tasks: { t: { read_only: true } } }\n${auto}`, "deny", {
    tool: shell,
    calls: commands("ls"),
    who: { task: "t" }
  }),
  one("a tool by its other name", `layers: { global: { deny: [save_file] } }\n${auto}`, "deny"),
  one("a tool that is refused by its other name", `tools: { save_file: { allowed: false } }\n${auto}`, "deny"),
  one("a reader, where only a path is refused", 'rules: { deny: ["write_file(src/**)"] }', "allow", { tool: read_file })
]
