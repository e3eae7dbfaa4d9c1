import type { MarkdownOptions } from "vitepress"
import { findPage } from "./findPage.ts"

type Markdown = Parameters<NonNullable<MarkdownOptions["config"]>>[0]

/**
 * Makes the links of a page of the repository work on the site. A link to another page leads to that page. Any other
 * file is not on the site: the link leads to the repository, or is replaced by its text if the repository has no
 * address.
 */
export const rewriteLinks = (markdown: Markdown, root: string, repository: string | undefined): void => {
  markdown.core.ruler.push("repository links", ({ tokens, env }) => {
    // VitePress parses titles once more, without their page.
    if (env.path === undefined) return
    const file = (env.realPath ?? env.path).slice(root.length + 1)
    for (const { children } of tokens) {
      let isDropped = false
      for (const token of children ?? []) {
        if (token.type === "link_open") {
          const to = rewrite(String(token.attrGet("href")), file, repository)
          isDropped = to === undefined
          if (to !== undefined) token.attrSet("href", to)
        }
        if (!isDropped || !token.type.startsWith("link_")) continue
        if (token.type === "link_close") isDropped = false
        token.type = "text"
        token.content = ""
        token.tag = ""
        token.nesting = 0
      }
    }
  })
}

const rewrite = (link: string, file: string, repository: string | undefined): string | undefined => {
  if (/^(?:[a-z][a-z0-9+.-]*:|#)/i.test(link)) return link
  const { pathname, hash } = new URL(link, `file:///${file}`)
  const target = decodeURI(pathname.slice(1))
  const page = findPage(target)
  if (page !== undefined) return `/${page}${hash}`
  return repository === undefined ? undefined : `${repository}/blob/HEAD/${target}${hash}`
}
