import { resolve } from "node:path"
import {
  type Args,
  type CommandDeclaration,
  type CommandResource,
  fillCommand,
  type Json,
  type OpaqueResource,
  type OutsideWord,
  type Refused,
  type ResolvedPath,
  type Resource,
  refused,
  type WordsDeclaration
} from "@toolgate/core"
import { isBeneath } from "@toolgate/core/access"
import type { CommandPart, ShellPart, ShellSyntax } from "@toolgate/shell"
import { besideWorkspace } from "./besideWorkspace.ts"
import { DiskLooks } from "./DiskLooks.ts"
import { findLoosePaths } from "./findLoosePaths.ts"
import { findPathsInWord } from "./findPathsInWord.ts"
import type { PathPins } from "./PathPins.ts"
import { parseHost } from "./resolveUrl.ts"
import { usualFolders } from "./usualFolders.ts"

type Pins = PathPins["Service"]

/**
 * Resolves a shell text or an argument vector to its programs, files read and files written: one resource for each
 * part.
 */
export const resolveCommand = (
  pins: Pins,
  shell: ShellSyntax,
  { arg, kind }: CommandDeclaration,
  given: Json | undefined,
  workspace: ResolvedPath
): ReadonlyArray<Resource> | Refused => {
  const text = kind === "shell" ? given : quotedWords(given)
  if (typeof text !== "string") {
    const wanted = kind === "shell" ? "a string that holds a shell command" : "a list of strings, the program first"
    return refused("InvalidArgs", `The argument "${arg.slice(1)}" must be ${wanted}.`, { arg })
  }
  return resolveText(pins, shell, text, workspace)
}

/** Resolves a command whose argv is filled from the call's arguments: programs, files read, files written. */
export const resolveWords = (
  pins: Pins,
  shell: ShellSyntax,
  { argv }: WordsDeclaration,
  args: Args,
  workspace: ResolvedPath
): ReadonlyArray<Resource> | Refused => {
  const words = fillCommand(argv, args)
  if ("message" in words) return refused("InvalidArgs", words.message, { arg: words.arg })
  const [program = ""] = words
  return resolveText(pins, shell, quoteAll(words), workspace, program.startsWith("./") ? program : undefined)
}

const resolveText = (
  pins: Pins,
  shell: ShellSyntax,
  text: string,
  workspace: ResolvedPath,
  /** A program among the tool's own files, not in the workspace. */
  own?: string
): ReadonlyArray<Resource> => {
  const looks = new DiskLooks(pins, workspace)
  const beside = besideWorkspace(workspace)
  const found = partsOf(shell, text).flatMap((part) => resourcesOf(looks, part, own))
  const resources =
    beside.length === 0 ? found : found.map((one) => (one.kind === "command" ? { ...one, beside } : one))
  return looks.unread === undefined ? resources : [...resources, looks.unread]
}

/**
 * Parses a shell text. `sh` is a different shell on different machines, so text that these shells read differently is
 * opaque. The parts as bash reads them are added, so that a policy can deny them.
 */
const partsOf = (shell: ShellSyntax, text: string): ReadonlyArray<ShellPart> => {
  const parts = shell.parts(text, "sh")
  if (parts.every(isKnown)) return parts
  const known = new Set(parts.map((part) => JSON.stringify(part)))
  return [...parts, ...shell.parts(text, "bash").filter((part) => isKnown(part) && !known.has(JSON.stringify(part)))]
}

const isKnown = ({ kind }: ShellPart): boolean => kind !== "opaque" && kind !== "unread"

const resourcesOf = (looks: DiskLooks, part: ShellPart, own: string | undefined): ReadonlyArray<Resource> => {
  switch (part.kind) {
    case "opaque":
    case "unread":
      return [part]
    case "file": {
      const path = pathFrom(part.folder, part.path)
      const file = path === undefined ? undefined : looks.at(path)
      return file === undefined ? [unknownFile] : [{ kind: "file", path: file, mode: part.mode }]
    }
    case "command": {
      const folder = pathFrom(part.folder, ".")
      const runsIn = folder === undefined ? undefined : looks.at(folder)
      const program = part.argv[0] ?? ""
      // From another folder, a relative program path differs from the same path in a policy's pattern.
      const isElsewhere = part.folder.length > 0 && program.includes("/") && !program.startsWith("/")
      const command: CommandResource = {
        kind: "command",
        argv: part.argv,
        assigned: part.assigned,
        wrapper: part.wrapper,
        inWorkspace: runsIn !== undefined && isBeneath(runsIn, looks.workspace) && !isElsewhere,
        ...looseWords(looks, part, own),
        hosts: wordsAsHosts(part.argv)
      }
      return runsIn === undefined ? [command, unknownFolder] : [command]
    }
  }
}

const opaque = (reason: string): OpaqueResource => Object.freeze({ kind: "opaque", reason })

const unknownFile = opaque("The file that a redirection names is only known when the command runs.")
const unknownFolder = opaque("The folder in which a command runs is only known when the command runs.")

/** Resolves a path after some `cd` commands. Returns `undefined` if a shell and the disk would disagree. */
const pathFrom = (folders: ReadonlyArray<string>, path: string): string | undefined => {
  let from = ""
  for (const folder of folders) {
    // A shell resolves ".." by name; the disk goes up from a link's target.
    if (folder.split("/").includes("..") && from !== "") return undefined
    from = folder.startsWith("/") ? folder : `${from}${folder}`
    if (!from.endsWith("/")) from += "/"
  }
  return path.startsWith("/") ? path : `${from}${path}`
}

/**
 * Resolves each word of a command as if it named a file, so that a denied file is noticed in any program's arguments.
 * Also resolves the values of variables set for the command. `outside` lists the words that lead out of the workspace.
 */
const wordsAsPaths = (
  looks: DiskLooks,
  { argv, values = [], loose = [], folder }: CommandPart,
  own: string | undefined
): Required<Pick<CommandResource, "paths" | "outside">> => {
  const paths = new Set<ResolvedPath>()
  const outside: Array<OutsideWord> = []
  for (const [at, word] of argv.entries()) {
    if (loose.some((one) => one.at === at) || (at === 0 && word === own)) continue
    for (const candidate of findPathsInWord(word)) {
      const path = candidate === "" ? undefined : pathFrom(folder, candidate)
      const resolved = path === undefined ? undefined : looks.at(path, candidate)
      if (resolved === undefined) continue
      paths.add(resolved)
      if (at > 0 && !standard.test(candidate))
        outside.push(...outsideWord(looks, at, resolved, path ?? candidate, candidate !== word))
    }
  }
  for (const word of values.flatMap((value) => value.split(/\s+/)))
    for (const candidate of findPathsInWord(word)) {
      const path = candidate === "" ? undefined : pathFrom(folder, candidate)
      const resolved = path === undefined ? undefined : looks.at(path, candidate)
      if (resolved !== undefined) paths.add(resolved)
    }
  return { paths: [...paths], outside }
}

const outsideWord = (
  { workspace }: DiskLooks,
  at: number,
  path: ResolvedPath,
  written: string,
  isGlued = false
): ReadonlyArray<OutsideWord> => {
  if (isBeneath(path, workspace)) return []
  const isUsual = (one: string) => {
    const first = firstName(one)
    // A slash directly after an option is a separator, as in "cut -d/".
    return first === undefined ? !isGlued : usualFolders.has(first) || first === firstName(workspace)
  }
  // A relative word can only leave the workspace through ".." or a link, so it is a path.
  const isPath = !written.startsWith("/") || isUsual(written) || isUsual(path)
  const link = writtenAs(written, workspace)
  const word = link === undefined || link === path ? { at, path } : { at, path, written: link }
  return [isPath ? word : { ...word, unusual: true }]
}

/**
 * Returns the absolute path of a word without following links; `undefined` if a link before ".." may change its
 * meaning.
 */
const writtenAs = (written: string, workspace: string): string | undefined =>
  /[^/.][^/]*\/+\.\.(?:\/|$)|[*?[\0]/.test(written) ? undefined : resolve(workspace, written)

const firstName = (path: string): string | undefined => path.split("/").find((name) => name !== "" && name !== ".")

/** The files in /dev that are safe to write. The others are disks and other devices. */
const standard = /^\/dev\/(?:null|tty|std(?:in|out|err)|fd\/[0-9]+)$/

/** Resolves the words of a command, including partly known words. */
const looseWords = (
  looks: DiskLooks,
  part: CommandPart,
  own: string | undefined
): Pick<CommandResource, "paths" | "outside" | "loose" | "globs"> => {
  const { paths: known, outside: named } = wordsAsPaths(looks, part, own)
  const outside = [...named]
  const { loose = [], folder } = part
  if (loose.length === 0) return { paths: known, ...(outside.length === 0 ? {} : { outside }) }
  const paths = new Set(known)
  const globs = new Set<string>()
  for (const { at, pattern, of } of loose) {
    for (const candidate of pattern === undefined ? [] : findPathsInWord(pattern)) {
      const form = candidate === "" ? undefined : pathFrom(folder, candidate)
      const files = form === undefined ? undefined : findLoosePaths(looks, form, of)
      for (const path of files?.paths ?? []) {
        paths.add(path)
        outside.push(...outsideWord(looks, at, path, form ?? candidate))
      }
      if (files?.glob !== undefined) globs.add(files.glob)
    }
  }
  return { paths: [...paths], ...(outside.length === 0 ? {} : { outside }), loose, globs: [...globs] }
}

/**
 * Returns the hosts of all URLs in a command, of any scheme. Schemes are limited to 32 characters, so that a long word
 * without "://" is scanned in linear time.
 */
const wordsAsHosts = (argv: ReadonlyArray<string>): CommandResource["hosts"] =>
  argv.flatMap((word) =>
    [...word.matchAll(/[a-z][a-z0-9+.-]{0,31}:\/\/[^/?#\s,{}'"]*/gi)].flatMap(([url]) => parseHost(url) ?? [])
  )

/** Quotes an argument vector as shell text, or returns `undefined` if the value is not an argument vector. */
const quotedWords = (words: Json | undefined): string | undefined =>
  Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === "string")
    ? quoteAll(words)
    : undefined

const quoteAll = (words: ReadonlyArray<string>): string =>
  words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ")
