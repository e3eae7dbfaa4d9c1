import { createHash } from "node:crypto"
import { realpathSync } from "node:fs"
import type { JsonObject, Tool } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import { describeValue, isSecretName } from "@toolgate/local-secrets/references"
import {
  findsWorkInFolder,
  findProgram,
  findRunFiles,
  findScripts,
  readContent,
  resolveWordsAsPaths
} from "@toolgate/processes/contents"
import type { HttpSource, McpServerEntry, StdioSource } from "../config/McpConfig.ts"

/**
 * Returns what runs behind the tools of a server, for approvals and pins, and for the card that a person sees: the program with its
 * arguments, variables and rights, or the URL with its headers. References to secrets stand in it by name. What may be a secret and is
 * written out stands as a digest, and so does all of a sign-in.
 *
 * A program or script of the workspace counts with its content, and one of the system with its path: that to which its name leads in
 * `searched`, the PATH with which the server will run. Without it, the name counts.
 */
export const serverRecipe = (
  { source, allow }: Pick<McpServerEntry, "source" | "allow">,
  workspace: string,
  searched: string | undefined
): JsonObject => ({
  ...(source.kind === "stdio" ? programRecipe(source, workspace, searched) : addressRecipe(source)),
  ...(allow.length === 0 ? {} : { allow: [...allow].sort() })
})

const programRecipe = (
  { command, env, files, network, limits, unconfined }: StdioSource,
  workspace: string,
  searched = ""
): JsonObject => {
  const [program] = command
  const place = findProgram(program, searched, workspace)
  const paths = resolveWordsAsPaths(command, workspace)
  const scripts = findScripts([command], paths)
  return {
    command: shownWords(command),
    ...(place === undefined ? {} : { program: realPath(place) }),
    ...(scripts.length === 0 ? {} : { scripts: Object.fromEntries(scripts.map((path) => [path, readContent(path)])) }),
    ...loadedBy(command, paths, scripts, workspace),
    ...shownValues("environment", env),
    ...(unconfined
      ? { confinement: "none" }
      : { files: files.map(({ path, mode }) => `${mode} ${path}`), network, limits: limits as JsonObject })
  }
}

/** Returns what the script of a server loads in turn, as one digest. Of a server that a package manager starts, only the words count. */
const loadedBy = (
  command: ReadonlyArray<string>,
  paths: ReadonlyArray<string>,
  scripts: ReadonlyArray<string>,
  workspace: string
): JsonObject => {
  if (findsWorkInFolder([command])) return {}
  const { files, unfollowed } = findRunFiles({ commands: [command], paths }, workspace)
  const loaded = files.filter((path) => !scripts.includes(path)).sort()
  const all = loaded.map((path) => [path, readContent(path)])
  return {
    ...(loaded.length === 0 ? {} : { loads: digestOf(canonicalizeJson(all)) }),
    ...(unfollowed.length === 0 ? {} : { not_compared: unfollowed })
  }
}

const addressRecipe = ({ url, headers, auth }: HttpSource): JsonObject => ({
  url: url.replaceAll(/([?&][^=&#]*=)([^&#]*)/g, (_, name, value) => `${name}${describeValue(value)}`),
  ...shownValues("headers", headers),
  ...(auth === undefined
    ? {}
    : {
        oauth: {
          ...(auth.grant === undefined ? {} : { grant: auth.grant }),
          ...(auth.issuer === undefined ? {} : { issuer: auth.issuer }),
          ...(auth.scopes === undefined ? {} : { scopes: auth.scopes }),
          all: digestOf(canonicalizeJson(auth))
        }
      })
})

const shownValues = (name: string, values: Readonly<Record<string, string>>): JsonObject =>
  Object.keys(values).length === 0
    ? {}
    : { [name]: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, describeValue(value)])) }

/** Returns the words of a command. The value of an option whose name speaks of a secret is not written out. */
const shownWords = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.map((word, at) => {
    const [, option, value] = /^(-[^=]*=)(.*)$/s.exec(word) ?? []
    if (option !== undefined && value !== undefined)
      return isSecretOption(option) ? option + describeValue(value) : word
    return isSecretOption(words[at - 1] ?? "") ? describeValue(word) : word
  })

/** Whether an option takes a secret. A header may hold one. */
const isSecretOption = (option: string): boolean =>
  /^-/.test(option) && (isSecretName(option) || /header|key/i.test(option))

const digestOf = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`

const realPath = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/**
 * Returns a tool of a server with the description of both. The contents of the server's files stand apart from the rest: while they change, it is
 * the same server.
 */
export const describeServed = (tool: Tool, { scripts = {}, loads, ...server }: JsonObject, of: JsonObject): Tool => {
  const contents = Object.entries({
    ...(scripts as JsonObject),
    ...(loads === undefined ? {} : { "what these load": loads })
  })
  const files = contents.map(([path, content]) => ({ path, content: String(content) }))
  return {
    ...tool,
    implementations: tool.implementations.map((one) =>
      one.kind === "provider" ? one : { ...one, recipe: { ...of, server }, ...(files.length === 0 ? {} : { files }) }
    )
  }
}
