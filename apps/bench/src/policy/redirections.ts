import type { CommandResource, FileResource, ResolvedPath, Verdict } from "@toolgate/core"
import { makeToolDefinition } from "@toolgate/testing"
import { getRuleVerdict } from "./createBareTable.ts"
import { createPrincipals, manyAgents, type Question, requestOf, streamLength } from "./Question.ts"
import type { RuleKind } from "./RuleKind.ts"

const shell = makeToolDefinition({
  name: "shell",
  sideEffects: "EXECUTE",
  resources: [{ kind: "shell", arg: "/command" }]
})
const writer = makeToolDefinition({
  name: "write_file",
  sideEffects: "WRITE",
  resources: [{ kind: "file", arg: "/path", mode: "w", within: "workspace" }]
})

/** Allowed commands that redirect output to a file. Rules about a tool that writes files also judge redirections. */
export const redirections: RuleKind = {
  name: "allow what a command writes",
  effect: "allow",
  tools: [shell, writer],
  also: [{ tool: "shell", pattern: "echo:*" }],
  rule: (number) => ({ tool: "write_file", pattern: `${folderOf(number)}/**` }),
  stream: (rules, roles, agents = manyAgents) => {
    const principals = createPrincipals(roles, agents)
    return Array.from({ length: streamLength }, (_, at): Question => {
      const half = at >> 1
      const isNamed = at % 2 === 0
      const principal = principals[at % agents]
      if (principal === undefined) throw new Error("A stream needs agents.")
      const number = isNamed ? Math.floor((half * rules * 2) / streamLength) : rules + half
      return {
        request: requestOf(shell, principal, [echo, written(`/workspace/${folderOf(number)}/file${at}.txt`)]),
        decision: isNamed ? "allow" : "ask"
      }
    })
  },
  byHand: (rules) => {
    const folders = new Map<string, Verdict>()
    for (let number = 0; number < rules; number++)
      folders.set(`/workspace/${folderOf(number)}`, getRuleVerdict("allow", number))
    return ({ resources: [command, file] }) => {
      if (command?.kind !== "command" || command.argv[0] !== "echo" || file?.kind !== "file") return undefined
      const { path } = file
      for (let end = path.indexOf("/", 1); end !== -1; end = path.indexOf("/", end + 1)) {
        const verdict = folders.get(path.slice(0, end))
        if (verdict !== undefined) return verdict
      }
      return undefined
    }
  }
}

const folderOf = (number: number) => `src/dir${10_000 + number}`

const echo: CommandResource = {
  kind: "command",
  argv: ["echo", "hello"],
  assigned: [],
  wrapper: false,
  inWorkspace: true,
  paths: ["/workspace/hello" as ResolvedPath],
  hosts: []
}

const written = (path: string): FileResource => ({ kind: "file", path: path as ResolvedPath, mode: "w" })
