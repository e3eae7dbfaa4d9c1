import { type HostPattern, PathPattern, parseHostPattern } from "@toolgate/access"
import type { FileMode, ToolDefinition } from "@toolgate/core"
import { type CommandPattern, parseCommandPattern } from "./CommandPattern.ts"

/** A pattern of a rule, as one of files, of hosts or of commands: its tool's declarations decide which. */
export type RulePattern =
  | { readonly kind: "file"; readonly path: PathPattern; readonly mode: FileMode }
  | { readonly kind: "host"; readonly host: HostPattern }
  | { readonly kind: "command"; readonly command: CommandPattern }

type Declares = Pick<ToolDefinition, "name" | "resources">

/** How a rule reads its paths: an allow as they are written, a deny or ask however they are spelled and wherever they are. */
export type Reading = "exact" | "wide"

/** The pattern as this tool reads it, or why it cannot, as the end of a sentence whose subject is the pattern. */
export const patternFor = (
  text: string,
  tool: Declares,
  reading: Reading,
  /** The pattern where it is held against files: see `path` of a `Rule`. */
  path: string = text
): RulePattern | string => {
  if (text.startsWith(hostPrefix))
    return declares(tool, "url") ? hostPattern(text) : `is about hosts, and tool "${tool.name}" declares no URL`
  if (declares(tool, "shell") || declares(tool, "argv")) {
    const command = parseCommandPattern(text)
    return typeof command === "string" ? command : { kind: "command", command }
  }
  const modes = tool.resources.flatMap((one) => (one.kind === "file" ? one.mode : []))
  if (modes.length === 0)
    return declares(tool, "url")
      ? `is not about hosts, which begin with "domain:", and tool "${tool.name}" declares no file and no command`
      : `has nothing to match: tool "${tool.name}" declares no file, no URL and no command`
  const files = pathPattern(path, reading)
  // What a tool only reads it is denied every use of, because what may not be read may not be patched or overwritten unseen
  // either; a tool that changes files is denied changing them.
  return typeof files === "string" ? files : { kind: "file", path: files, mode: modes.includes("r") ? "rw" : "w" }
}

/** A pattern that says by itself what it is about, whatever its tool is. */
export const selfEvident = (text: string): RulePattern | string | undefined =>
  text.startsWith(hostPrefix) ? hostPattern(text) : undefined

const hostPrefix = "domain:"

const hostPattern = (text: string): RulePattern | string => {
  const host = parseHostPattern(text.slice(hostPrefix.length))
  return typeof host === "string" ? host : { kind: "host", host }
}

const pathPattern = (text: string, reading: Reading): PathPattern | string =>
  // Beneath the workspace in an allow, anywhere on the machine in a deny: both the way that lets less happen.
  PathPattern.parse(reading === "wide" && text.startsWith("**") ? `/${text}` : text, { folded: reading === "wide" })

const declares = ({ resources }: Declares, kind: Declares["resources"][number]["kind"]): boolean =>
  resources.some((one) => one.kind === kind)
