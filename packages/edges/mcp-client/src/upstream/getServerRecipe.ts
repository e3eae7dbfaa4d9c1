import { createHash } from "node:crypto"
import { realpathSync } from "node:fs"
import type { JsonObject, Tool } from "@toolgate/core"
import { canonicalizeJson } from "@toolgate/core/json"
import { describeValue, isSecretName } from "@toolgate/local-secrets/references"
import {
  findProgram,
  findRunFiles,
  findScripts,
  findsWorkInFolder,
  readContent,
  resolveWordsAsPaths
} from "@toolgate/processes/contents"
import type { HttpSource, McpServerEntry, StdioSource } from "../config/McpConfig.ts"

/**
 * Returns the identity of a server for approvals, pins and approval cards: the program with its arguments, variables
 * and rights, or the URL with its headers. References to secrets appear by name. Possible secrets in plain text and
 * sign-ins appear as digests.
 *
 * A program or script in the workspace counts with its content, a system program with its path in `searched`, the
 * server's PATH. Without `searched`, only the name counts.
 */
export const getServerRecipe = (
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

/**
 * Returns a digest of the modules that a server's script loads. For a server that a package manager starts, only the
 * command line counts.
 */
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

/** Returns the words of a command, without the values of options whose names suggest a secret. */
const shownWords = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
  words.map((word, at) => {
    const [, option, value] = /^(-[^=]*=)(.*)$/s.exec(word) ?? []
    if (option !== undefined && value !== undefined)
      return isSecretOption(option) ? option + describeValue(value) : word
    return isSecretOption(words[at - 1] ?? "") ? describeValue(word) : word
  })

/** Whether an option takes a secret. A header may contain a secret. */
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
 * Adds the description of its server to a tool. Digests of the server's files are stored separately, because a changed file does not make
 * another server.
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
