import type { FileMode, ToolDefinition } from "@toolgate/core"
import { type HostPattern, PathPattern, parseHostPattern } from "@toolgate/core/access"
import { isOfHost, namesItsHosts, runsCommands } from "../declarations.ts"
import { type CommandPattern, parseCommandPattern } from "./CommandPattern.ts"
import type { MatchMode } from "./MatchMode.ts"

/** The pattern of a rule, about files, hosts or commands. The tool's declarations decide which. */
export type RulePattern =
  | { readonly kind: "file"; readonly path: PathPattern; readonly mode: FileMode }
  | { readonly kind: "host"; readonly host: HostPattern }
  | { readonly kind: "command"; readonly command: CommandPattern }

type Declares = Pick<ToolDefinition, "name" | "resources">

/**
 * Parses a pattern for this tool. If the pattern does not fit the tool, returns the reason, as the end of a sentence
 * whose subject is the pattern.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { parsePatternForTool } from "@toolgate/policy"
 * import { shell } from "toolgate"
 *
 * const pattern = parsePatternForTool("git log:*", shell, "exact")
 * assert.equal(typeof pattern !== "string" && pattern.kind, "command")
 * // This tool reaches no host.
 * assert.match(
 *   String(parsePatternForTool("domain:example.com", { name: "echo", resources: [] }, "exact")),
 *   /^is about hosts/
 * )
 * ```
 */
export const parsePatternForTool = (
  text: string,
  tool: Declares,
  reading: MatchMode,
  /** The text that is compared with files: see `path` of a `Rule`. */
  path: string = text
): RulePattern | string => {
  if (text.startsWith(hostPrefix))
    return namesItsHosts(tool)
      ? hostPattern(text)
      : `is about hosts, and tool "${tool.name}" declares neither a URL nor a host`
  if (runsCommands(tool)) {
    const command = parseCommandPattern(text, reading)
    return typeof command === "string" ? command : { kind: "command", command }
  }
  const modes = tool.resources.flatMap((one) => (one.kind === "file" ? one.mode : []))
  if (modes.length === 0)
    return namesItsHosts(tool)
      ? `is not about hosts, which begin with "domain:", and tool "${tool.name}" declares no file and no command`
      : `has nothing to match: tool "${tool.name}" declares no file, no host and no command`
  const files = pathPattern(path, reading)
  // If the tool reads files, the rule concerns every use of a file: a file that may not be read may not be patched or
  // overwritten unseen either. If the tool only changes files, the rule concerns changes.
  return typeof files === "string" ? files : { kind: "file", path: files, mode: modes.includes("r") ? "rw" : "w" }
}

/**
 * Parses a pattern whose meaning does not depend on a tool, or returns its problem. `undefined`: the meaning depends
 * on the tool.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { parseStandalonePattern } from "@toolgate/policy"
 *
 * const pattern = parseStandalonePattern("domain:*.example.com")
 * assert.equal(typeof pattern === "object" && pattern.kind, "host")
 * // The tool decides whether this is a command or a path.
 * assert.equal(parseStandalonePattern("src/**"), undefined)
 * ```
 */
export const parseStandalonePattern = (text: string): RulePattern | string | undefined =>
  text.startsWith(hostPrefix) ? hostPattern(text) : undefined

/** Whether a tool declares resources, but none that the pattern could match. */
export const isOfOtherKind = (text: string, { resources }: Declares): boolean =>
  resources.length > 0 && resources.every((one) => isOfHost(one) !== text.startsWith(hostPrefix))

const hostPrefix = "domain:"

const hostPattern = (text: string): RulePattern | string => {
  const host = parseHostPattern(text.slice(hostPrefix.length))
  return typeof host === "string" ? host : { kind: "host", host }
}

const pathPattern = (text: string, reading: MatchMode): PathPattern | string =>
  // In an allow rule, the pattern means files beneath the workspace; in a deny rule, files anywhere on the machine.
  // Both are the stricter reading.
  PathPattern.parse(reading === "wide" && text.startsWith("**") ? `/${text}` : text, { folded: reading === "wide" })
