import type { ResolvedPath, ToolDefinition, Verdict } from "@toolgate/core"
import { makeToolDefinition } from "@toolgate/testing"
import { getRuleVerdict } from "./createBareTable.ts"
import { createRuleStream } from "./createRuleStream.ts"
import type { ByHand, RuleKind } from "./RuleKind.ts"

const tools: ReadonlyArray<ToolDefinition> = Array.from({ length: 16 }, (_, at) =>
  makeToolDefinition({
    name: `read_${at}`,
    sideEffects: "READ",
    resources: [{ kind: "file", arg: "/path", mode: "r", within: "workspace" }]
  })
)

/** Returns rules about the files below a folder, for 16 tools that read files: `read_7(src/dir10007/**)`. */
export const paths = (effect: "deny" | "allow"): RuleKind => ({
  name: `${effect} beneath a folder`,
  effect,
  tools,
  rule: (number) => ({ tool: `read_${number % tools.length}`, pattern: `${folderOf(number)}/**` }),
  stream: createRuleStream(effect, tools, (number, at) => ({
    kind: "file",
    path: `/workspace/${folderOf(number)}/lib/file${at}.ts` as ResolvedPath,
    mode: "r"
  })),
  byHand: (rules) => (effect === "deny" ? anyTool(rules) : oneTool(rules))
})

// Returns the name of a folder. All names and paths have the same length.
const folderOf = (number: number) => `src/dir${10_000 + number}`

/** Returns a lookup of denied folders. A path that is denied to one tool is denied to all, in any spelling. */
const anyTool = (rules: number): ByHand => {
  const folders = new Map<string, Verdict>()
  for (let number = 0; number < rules; number++)
    folders.set(`/workspace/${folderOf(number)}`, getRuleVerdict("deny", number))
  return ({ resources }) => {
    for (const resource of resources) {
      const denied = resource.kind === "file" ? above(resource.path.toLowerCase(), folders) : undefined
      if (denied !== undefined) return denied
    }
    return undefined
  }
}

/**
 * Returns a lookup of allowed folders. A path is allowed to one tool only, and every file of the call has to be
 * allowed.
 */
const oneTool = (rules: number): ByHand => {
  const byTool = new Map(tools.map(({ name }) => [name, new Map<string, Verdict>()]))
  for (let number = 0; number < rules; number++)
    byTool.get(`read_${number % tools.length}`)?.set(`/workspace/${folderOf(number)}`, getRuleVerdict("allow", number))
  return ({ tool, resources }) => {
    const folders = byTool.get(tool.name)
    let allowed: Verdict | undefined
    for (const resource of resources) {
      const one = resource.kind === "file" && folders !== undefined ? above(resource.path, folders) : undefined
      if (one === undefined) return undefined
      allowed ??= one
    }
    return allowed
  }
}

/** Returns the verdict of the first folder of a path that has one; `undefined` if none has. */
const above = (path: string, folders: ReadonlyMap<string, Verdict>): Verdict | undefined => {
  for (let end = path.indexOf("/", 1); end !== -1; end = path.indexOf("/", end + 1)) {
    const verdict = folders.get(path.slice(0, end))
    if (verdict !== undefined) return verdict
  }
  return folders.get(path)
}
