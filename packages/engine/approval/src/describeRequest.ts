import type {
  CommandResource,
  ExecutionGrant,
  FileMode,
  FileResource,
  Json,
  PermissionRequest,
  Resource,
  SideEffectClass
} from "@toolgate/core"
import { installedPackages } from "@toolgate/processes/contents"
import { ConfigurationMask, maskTool } from "@toolgate/redaction"
import { pickRunFiles, type UsedFiles } from "./approvedFiles.ts"
import { Sheet } from "./Sheet.ts"
import { escapeText, quoteText } from "./shownText.ts"
import { writeJson } from "./writeJson.ts"

/** The maximum length of a summary without its first and last line, in UTF-16 code units. */
export const shownCharacters = 64 * 1024

interface Description {
  readonly summary: string
  /**
   * Whether the summary shows the whole request. If not, its first line says so. A masked secret of the tool's
   * configuration does not count; a separate line mentions it.
   */
  readonly inspectable: boolean
}

/**
 * Describes a call to a person: the tool and its abilities, the resources, the programs and files that run, and the
 * arguments.
 *
 * The summary is written from the request and from the grant (what a confined command may read outside the workspace).
 * Every text from the model is in JSON quotes on an indented line without line breaks, so that it cannot start a line or
 * end its quotes. An incomplete summary says so.
 *
 * Secrets in the tool's configuration are masked unless they are part of the arguments.
 */
export const describeRequest = (
  { tool: given, args, resources }: PermissionRequest,
  grant?: ExecutionGrant,
  mask = new ConfigurationMask(),
  used: UsedFiles = { files: [], unfollowed: [] }
): Description => {
  const tool = maskTool(given, mask)
  const shown = (text: string) => mask.repeated(text)
  const sheet = new Sheet(shownCharacters)
  const confined =
    resources.some(({ kind }) => kind === "command") && grant?.confinement === "required" ? grant : undefined
  if (resources.length > 0) sheet.write("It points at:\n")
  for (const resource of resources) {
    sheet.write("  ")
    writeResource(sheet, resource, confined, shown)
    sheet.write("\n")
  }
  for (const path of readOutside(resources, confined)) {
    sheet.write("  reads outside the workspace: ")
    sheet.quote(shown(path))
    sheet.write("\n")
  }
  const ways = tool.implementations.filter(isDescribed)
  if (ways.length > 0) sheet.write("It runs:\n")
  for (const one of ways) writeImplementation(sheet, one)
  writeRunFiles(sheet, used, ways, shown)
  const masked = new Set(mask.secrets).size
  if (masked > 0) sheet.write(`  ${maskedNote(masked)}\n`)
  sheet.write("Its arguments:\n  ")
  writeJson(sheet, args, "  ")
  const { missing } = sheet
  const isFollowed = used.unfollowed.every((what) => what === installedPackages)
  const does = tool.escalates === true ? "asks a person, and permits nothing" : abilities[tool.sideEffects]
  const first = [
    `Tool ${quoteText(tool.name)} ${does} (${tool.sideEffects})`,
    `risk ${tool.risk}`,
    ...(tool.destructive ? ["destructive"] : []),
    ...(missing > 0 ? [`uninspectable: at least ${missing} characters of it are not shown`] : []),
    ...(isFollowed ? [] : ["uninspectable: it also loads files that are not shown"])
  ].join(", ")
  const last = missing > 0 ? `\nNot shown: at least ${missing} more characters.` : ""
  return { summary: `${first}.\n${sheet.text()}${last}`, inspectable: missing === 0 && isFollowed }
}

const maskedNote = (parts: number): string =>
  `${parts} ${parts === 1 ? "part" : "parts"} masked as [redacted]: secrets of the tool's configuration. The approval is void once one of them changes.`

/** Whether a confined command sees a private file at this path. */
const isOwnFile = ({ path, scope }: FileResource, grant: ExecutionGrant | undefined): boolean =>
  grant !== undefined && scope === undefined && !grant.access.files.some((file) => file.path === path)

/** Returns the paths outside the workspace that a confined command names and may read. */
const readOutside = (resources: ReadonlyArray<Resource>, grant: ExecutionGrant | undefined): ReadonlySet<string> => {
  const words = resources.flatMap((one) => (one.kind === "command" ? (one.outside ?? []) : []))
  const granted = new Set(grant?.access.files.map(({ path }) => path))
  return new Set(words.flatMap(({ path }) => (granted.has(path) ? path : [])))
}

type Described = Exclude<PermissionRequest["tool"]["implementations"][number], { readonly kind: "provider" }>

const isDescribed = (one: PermissionRequest["tool"]["implementations"][number]): one is Described =>
  one.kind !== "provider" && (one.kind === "command" || one.recipe !== undefined || one.files !== undefined)

/** Writes the recipe and the files of an implementation, one per line. */
const writeImplementation = (sheet: Sheet, one: Described): void => {
  const line = (label: string, write: () => void) => {
    sheet.write("  ")
    sheet.write(label)
    sheet.write(":")
    write()
    sheet.write("\n")
  }
  const words = (all: ReadonlyArray<string>) => {
    for (const word of all) {
      sheet.write(" ")
      sheet.quote(word)
    }
  }
  if (one.kind === "command") line("command", () => words(one.argv))
  for (const [name, value] of Object.entries(one.recipe ?? {}))
    line(escapeText(name), () => {
      if (isTexts(value)) {
        words(value)
        return
      }
      sheet.write(" ")
      writeJson(sheet, value, "  ")
    })
  for (const { path, content } of one.files ?? [])
    line("file", () => {
      sheet.write(" ")
      sheet.quote(path)
      sheet.write(`, ${escapeText(content)}`)
    })
}

/** Writes which workspace files run, and what runs without being compared. */
const writeRunFiles = (
  sheet: Sheet,
  { files, unfollowed }: UsedFiles,
  ways: ReadonlyArray<Described>,
  shown: (text: string) => string
): void => {
  const described = new Set(ways.flatMap((one) => one.files?.map(({ path }) => path) ?? []))
  for (const { path } of pickRunFiles(files, ["program"])) {
    sheet.write("Its program is ")
    sheet.quote(shown(path))
    sheet.write(".\n")
  }
  const run = pickRunFiles(files, ["run"]).filter(({ path }) => !described.has(path))
  if (run.length > 0) sheet.write("These files run, or may be loaded. The approval is void once one of them changes:\n")
  for (const { path, content } of run.slice(0, mostFiles)) {
    sheet.write("  ")
    sheet.quote(shown(path))
    sheet.write(`, ${escapeText(content)}\n`)
  }
  if (run.length > mostFiles) sheet.write(`  and ${run.length - mostFiles} more\n`)
  for (const what of unfollowed) sheet.write(`Not compared: ${escapeText(what)}.\n`)
}

const mostFiles = 20

const isTexts = (value: Json): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string")

const abilities: Record<SideEffectClass, string> = {
  NONE: "computes",
  READ: "reads files or queries the network",
  WRITE: "changes files in the workspace",
  EXECUTE: "runs code or commands",
  NETWORK: "changes the world outside over the network"
}

const modes: Record<FileMode, string> = { r: "read", w: "write", rw: "read and write" }

const writeResource = (
  sheet: Sheet,
  resource: Resource,
  grant: ExecutionGrant | undefined,
  shown: (text: string) => string
): void => {
  switch (resource.kind) {
    case "file":
      sheet.write(`file ${isOwnFile(resource, grant) ? "of the command's own " : ""}to ${modes[resource.mode]}: `)
      sheet.quote(shown(resource.path))
      break
    case "host":
      sheet.write("host: ")
      sheet.quote(`${resource.host}:${resource.port}`)
      break
    case "command":
      writeCommand(sheet, resource, shown)
      break
    case "opaque":
      sheet.write(`unknown: ${escapeText(resource.reason)}`)
      break
    case "unread":
      sheet.write(`not read, and not shown above: ${escapeText(resource.reason)}`)
  }
}

const writeCommand = (
  sheet: Sheet,
  { argv, assigned, inWorkspace, wrapper }: CommandResource,
  shown: (text: string) => string
): void => {
  sheet.write(wrapper ? "command that starts or leads to another:" : "command:")
  for (const word of argv) {
    sheet.write(" ")
    sheet.quote(shown(word))
  }
  if (assigned.length > 0) sheet.write("; with these variables set:")
  for (const name of assigned) {
    sheet.write(" ")
    sheet.quote(name)
  }
  if (!inWorkspace) sheet.write("; perhaps outside the workspace")
}
