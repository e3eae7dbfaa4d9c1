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

/** The number of characters (UTF-16 code units) of a request that are shown at most, besides its first and last line. */
export const shownCharacters = 64 * 1024

/** A description of a call, for a person. */
interface Description {
  readonly summary: string
  /**
   * Whether the summary shows the whole request. If not, the first line of the summary says so. A secret in the tool's
   * configuration is masked, which a line of the summary says.
   */
  readonly inspectable: boolean
}

/**
 * Describes a call to a person: the tool and what it is able to do, the resources that the arguments point at, what runs with the
 * files that are compared until it starts, and the arguments.
 *
 * The summary is written from the request itself, and from the grant: what a confined command may read outside the workspace. Each
 * text that the model chose stands in JSON quotes on an indented line and holds no line break, so that it can neither begin a line nor end its quotes. A summary that is not complete says so.
 *
 * The secrets that the tool's configuration holds are masked wherever they are not a part of the arguments.
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

/** Whether a confined command has another file than the machine at the path: one of its session, or of its processes. */
const isOwnFile = ({ path, scope }: FileResource, grant: ExecutionGrant | undefined): boolean =>
  grant !== undefined && scope === undefined && !grant.access.files.some((file) => file.path === path)

/** Returns the paths outside the workspace that words of a confined command name, and that it may read. */
const readOutside = (resources: ReadonlyArray<Resource>, grant: ExecutionGrant | undefined): ReadonlySet<string> => {
  const words = resources.flatMap((one) => (one.kind === "command" ? (one.outside ?? []) : []))
  const granted = new Set(grant?.access.files.map(({ path }) => path))
  return new Set(words.flatMap(({ path }) => (granted.has(path) ? path : [])))
}

type Described = Exclude<PermissionRequest["tool"]["implementations"][number], { readonly kind: "provider" }>

const isDescribed = (one: PermissionRequest["tool"]["implementations"][number]): one is Described =>
  one.kind !== "provider" && (one.kind === "command" || one.recipe !== undefined || one.files !== undefined)

/** Writes what an implementation runs: each member of its recipe, and the files, each on its line. */
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

/** Writes which files of the workspace run, and what runs that is not compared. */
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

/** The most files that run and are written out. */
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
