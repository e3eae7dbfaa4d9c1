/** A link of a list: its text, and the file in the repository. */
export interface PageLink {
  readonly text: string
  readonly file: string
}

/** A titled list of links. */
export interface LinkList {
  readonly title: string
  readonly links: ReadonlyArray<PageLink>
}

/** Reads the three paths and the reference from the text of `docs/README.md`. */
export const readPaths = (text: string) => {
  const [, ...sections] = text.split(/^## /m)
  const all = sections.map((section) => ({ title: section.split("\n", 1)[0] ?? "", section }))
  const paths = all.flatMap(({ title, section }) =>
    /^1\. /m.test(section) ? [{ title, links: readLinks(section) }] : []
  )
  const rows = all.find(({ title }) => title === "Reference")?.section.match(/^\|.*\]\(.*\|$/gm) ?? []
  const reference = rows.map((row): LinkList => ({ title: row.split("|")[1]?.trim() ?? "", links: readLinks(row) }))
  if (paths.length !== 3 || reference.length === 0)
    throw new Error('"docs/README.md" has to have three numbered paths and a table under "Reference".')
  return { paths, reference }
}

const readLinks = (section: string): ReadonlyArray<PageLink> =>
  [...section.matchAll(/\[([^\]]+)\]\(([^)#]+)\)/g)].map(([, name = "", link = ""]) => ({
    text: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    file: new URL(link, "file:///docs/").pathname.slice(1)
  }))
