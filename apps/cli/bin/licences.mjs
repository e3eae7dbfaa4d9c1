import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Returns the licences of the bundled packages, which must be distributed with their code.
 *
 * @param {ReadonlyArray<string>} files
 */
export const licences = (files) =>
  [...new Set(files.flatMap(packageOf))]
    .sort()
    .map(licenceOf)
    .join(`\n${"-".repeat(80)}\n\n`)

/**
 * @param {string} file
 * @returns {ReadonlyArray<string>}
 */
const packageOf = (file) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file) ?? []

/** @param {string} folder */
const licenceOf = (folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const text =
    file === undefined ? `Licence: ${license}, as its package.json says.\n` : readFileSync(join(folder, file), "utf8")
  return `${name} ${version}\n\n${text.trimEnd()}\n`
}
