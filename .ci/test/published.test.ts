import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

/**
 * Whether the packages are in a registry. Until then, a text that tells a reader to get one says that it is not published and what works instead.
 * Set this to `true` with the first release: the tests then name each text that still says so.
 */
const isPublished: boolean = false

const root = join(import.meta.dirname, "../..")

/** A command that gets a package of ours from a registry. */
const command =
  /\b(?:(?:npm|pnpm|yarn|bun) (?:install|i|add|create|init|exec|dlx|x)|npx|bunx)\b(?! -y pnpm)[^\n`"']*?(?<![\w/.-])(?:create-toolgate|toolgate|@toolgate\/[\w-]+)(?![\w/.-]*\.tgz)/

/** The words that a text with such a command also has, or the page that has them. */
const admission = /not published yet|first-hour\.md#1-a-gate/

const read = (path: string) => ({ path, text: readFileSync(join(root, path), "utf8") })

const pages = ["*.md", "docs/*.md", "apps/*/README.md", "packages/{*,*/*}/README.md"]
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  // These are about a release, or belong to an app that has the packages.
  .filter((path) => !["RELEASING.md", "CHANGELOG.md", "packages/create-toolgate/template/README.md"].includes(path))
  .map(read)

const sources = ["apps/cli/{bin,src}/**/*.{ts,cjs}", "packages/{*,*/*}/{bin,src}/**/*.{ts,cjs}"]
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .map(read)

/** The texts of a source, with the two lines around each, where a long message goes on. */
const linesOf = ({ path, text }: { readonly path: string; readonly text: string }) => {
  const lines = text.split("\n")
  return lines.map((line, at) => ({ path: `${path}:${at + 1}`, line, around: lines.slice(at - 1, at + 3).join("\n") }))
}

it("a page that gets a package of ours says that it is not published, and what works", () => {
  const getting = pages.filter(({ text }) => command.test(text))
  expect(getting.length).toBeGreaterThan(0)
  if (!isPublished) expect(getting.filter(({ text }) => !admission.test(text)).map(({ path }) => path)).toEqual([])
})

it("a message that gets a package of ours says that it is not published", () => {
  const getting = sources
    .flatMap(linesOf)
    .filter(({ line }) => /npm (?:install|create)|npx @toolgate/.test(line) && command.test(line))
  if (!isPublished) expect(getting.filter(({ around }) => !admission.test(around)).map(({ path }) => path)).toEqual([])
})

it("after the first release, no text says that packages are not published", () => {
  const saying = [...pages, ...sources].filter(({ text }) => text.includes("not published yet")).map(({ path }) => path)
  expect(saying.length > 0).toBe(!isPublished)
  if (isPublished) expect(saying).toEqual([])
})

it.each([
  ["npm install toolgate effect", true],
  ["npm install --global @toolgate/cli", true],
  ["npx toolgate policy test", true],
  ["pnpm add -D toolgate", true],
  ["npm create toolgate my-app", true],
  ["npm install /tmp/toolgate-packages/toolgate-0.1.0.tgz", false],
  ["npx -y pnpm@12 toolgate policy test", false],
  ["npm install ai", false]
])("recognizes a command that gets a package of ours: %s", (text, gets) => {
  expect(command.test(text)).toBe(gets)
})
