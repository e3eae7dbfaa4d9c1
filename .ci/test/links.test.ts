import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "../..")
const pages = ["*.md", "docs/**/*.md", "apps/*/README.md", "packages/{*,*/*}/README.md", ".changeset/*.md"].flatMap(
  (pattern) => globSync(pattern, { cwd: root })
)

/** Returns the text of a page without its code, where brackets have another meaning. */
const proseOf = (page: string) =>
  readFileSync(join(root, page), "utf8")
    .replaceAll(/^```.*?^```$/gms, "")
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ""))

/** Returns the anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string) =>
  [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-")
  )

/** The pattern of links to pages on GitHub, which are not files of the repository. */
const onGitHub = /^\.\.\/\.\.\/(?:security|discussions|issues)\b/

const faultOf = (page: string, link: string): string | undefined => {
  const [path = "", anchor] = link.split("#")
  // The text of a changeset appears in CHANGELOG.md.
  const folder = page.startsWith(".changeset/") ? "." : dirname(page)
  const file = path === "" ? page : join(folder, path)
  if (!existsSync(join(root, file))) return `${page} links to "${link}", which does not exist.`
  if (anchor !== undefined && file.endsWith(".md") && !anchorsOf(file).includes(anchor))
    return `${page} links to "${link}", and ${file} has no such heading.`
}

it("links of every page lead to a file and a heading that exist", () => {
  const links = pages.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = ""]) => ({ page, link }))
  )
  const ours = links.filter(({ link }) => !/^[a-z]+:/.test(link) && !onGitHub.test(link))
  expect(ours.length).toBeGreaterThan(100)
  expect(ours.flatMap(({ page, link }) => faultOf(page, link) ?? [])).toEqual([])
})
