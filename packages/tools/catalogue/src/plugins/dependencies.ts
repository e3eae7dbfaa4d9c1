import { accessSync, constants, statSync } from "node:fs"
import { delimiter, isAbsolute, join } from "node:path"
import { quoted } from "@toolgate/core"
import { type Shape, textOf } from "@toolgate/yaml-reading"
import satisfies from "semver/functions/satisfies.js"
import validRange from "semver/ranges/valid.js"
import type { FolderContent } from "./FolderContent.ts"

/**
 * The shape of a dependency: a package in the plugin's folder ("name" or "name@range"), or a system program ("cmd:name"). A missing one is
 * a problem; nothing is installed.
 */
export const makeDependencyShape = (pluginOf: () => string, { files }: FolderContent): Shape<string> =>
  textOf('the name of a package, or of a program as in "cmd:git"', (text, { node }, reading) => {
    const missing = (what: string, why: string) =>
      reading.fault(node.at, () => `plugin ${quoted(pluginOf())} needs ${quoted(what)}, ${why}`)
    const { program, name, range } = dependencyPattern.exec(text)?.groups ?? {}
    if (program !== undefined)
      return isOnPath(program) ? text : missing(text, "and there is no such program in the folders of PATH")
    if (name === undefined || (range !== undefined && validRange(range) === null))
      return reading.fault(
        node.at,
        () =>
          `${quoted(text)} is not a dependency: write a package as in "ajv" or "ajv@^8", or a program as in "cmd:git"`
      )
    const version = versionOf(files.get(`node_modules/${name}/package.json`)?.bytes)
    if (version === undefined) return missing(name, "which is not installed")
    return range === undefined || satisfies(version, range)
      ? text
      : missing(text, `and ${quoted(version)} is installed`)
  })

const dependencyPattern =
  /^(?:cmd:(?<program>[A-Za-z0-9][\w.+-]{0,127})|(?<name>(?:@[a-z0-9][\w.-]{0,99}\/)?[a-z0-9][\w.-]{0,99})(?:@(?<range>.{1,100}))?)$/u

const versionOf = (bytes: Uint8Array | undefined): string | undefined => {
  try {
    const { version } = JSON.parse(Buffer.from(bytes ?? []).toString()) as { readonly version?: unknown }
    return typeof version === "string" ? version : undefined
  } catch {
    return undefined
  }
}

const isOnPath = (program: string): boolean =>
  (process.env.PATH ?? "").split(delimiter).some((folder) => {
    if (!isAbsolute(folder)) return false
    try {
      accessSync(join(folder, program), constants.X_OK)
      return statSync(join(folder, program)).isFile()
    } catch {
      return false
    }
  })
