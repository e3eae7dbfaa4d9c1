import { tools } from "../judging.ts"
import { type Attack, commands, paths, urls } from "./Attack.ts"

const { add, read_file, write_file, shell, http_get } = tools

const one = (
  attack: string,
  policy: Attack["policy"],
  expect: Attack["expect"],
  more: Partial<Attack> = {}
): Attack => ({
  attack,
  policy,
  tool: read_file,
  calls: paths("src/a.ts"),
  expect,
  ...more
})

const withWeb = { tool: http_get, calls: urls("http://a.com") }
const withShell = { tool: shell, calls: commands("ls > f") }
const role = (name: string) => ({ who: { role: name } })

/** Empty lists, which differ from absent lists. */
export const listAttacks: ReadonlyArray<Attack> = [
  one("an empty policy", "", "allow"),
  one("an empty allow list", "layers: { global: { allow: [] } }", "deny"),
  one("an empty deny list", "layers: { global: { deny: [] } }", "allow"),
  one("no roles, and a call with one", "layers: { roles: {} }", "deny", role("r")),
  one("no roles, and a call without", "layers: { roles: {} }", "deny"),
  one("no tasks, and a call with one", "layers: { tasks: {} }", "deny", { who: { task: "t" } }),
  one("no tasks, and a call without", "layers: { tasks: {} }", "allow"),
  one("no agents", "agents: {}", "deny"),
  one("an agent without settings", "agents: { a: {} }", "allow"),
  one("an agent without tools", "agents: { a: { tools: [] } }", "deny"),
  one("an agent without tools, and one that needs no capability", "agents: { a: { tools: [] } }", "allow", {
    tool: add,
    calls: [{}]
  }),
  one("an agent without files", "agents: { a: { fs: [] } }", "deny"),
  one(
    "an agent without files, and a redirection",
    `agents: { a: { fs: [] } }\nrules: { allow: [shell] }`,
    "deny",
    withShell
  ),
  one("an agent without files, on the network", "agents: { a: { fs: [], net: ['**'] } }", "allow", withWeb),
  one("an agent without hosts", "agents: { a: { net: [] } }", "deny", withWeb),
  one("an agent without hosts, with files", "agents: { a: { net: [] } }", "allow"),
  one("no allowed paths", "permissions: { filesystem: { allowed_paths: [] } }", "deny"),
  one("no allowed paths of another type", "permissions: { network: { allowed_paths: [] } }", "allow"),
  one("no allowed paths, and a redirection", "permissions: { shell: { allowed_paths: [] } }", "deny", withShell),
  one("no allowed tools", "layers: { roles: { r: { allowed_tools: [] } } }", "deny", role("r")),
  one("no allowed categories", "layers: { roles: { r: { allowed_categories: [] } } }", "deny", role("r")),
  one("no forbidden tools", "layers: { roles: { r: { forbidden_tools: [] } } }", "allow", role("r")),
  one("a group without members, allowed", 'groups: { g: [] }\nlayers: { global: { allow: ["group:g"] } }', "deny"),
  one("a group without members, denied", 'groups: { g: [] }\nlayers: { global: { deny: ["group:g"] } }', "allow"),
  one("all of a group denied", 'layers: { global: { deny: ["group:all"] } }', "deny", { tool: add, calls: [{}] }),
  one("a ceiling without tools", "", "deny", { who: { ceiling: { tools: [] } } }),
  one("a ceiling without files", "", "deny", { who: { ceiling: { tools: "any", files: [] } } }),
  one("a ceiling without hosts", "", "deny", { ...withWeb, who: { ceiling: { tools: "any", hosts: [] } } }),
  one("no trusted workspaces", "tool_confirmation: { trusted_workspaces: [] }", "ask", { tool: write_file }),
  one("no rules", "rules: { allow: [], ask: [], deny: [] }", "ask", { tool: write_file }),
  one("no tools listed, and a default that refuses", "default: { allowed: false }\ntools: {}", "deny")
]
