import { readFileSync } from "node:fs"
import { join } from "node:path"
import { slug } from "github-slugger"
import { type DefaultTheme, defineConfig } from "vitepress"
import llms from "vitepress-plugin-llms"
import { findPage } from "./findPage.ts"
import { type LinkList, readPaths } from "./readPaths.ts"
import { rewriteLinks } from "./rewriteLinks.ts"

const root = join(import.meta.dirname, "../../..")
const read = (file: string): string => readFileSync(join(root, file), "utf8")

/** The folder whose files are served as they are. */
export const publicFolder = join(root, "apps/site/.cache/public")

const { repository } = JSON.parse(read("package.json")) as { readonly repository?: string }
const { paths, reference } = readPaths(read("docs/README.md"))
const [, name = "", intro = ""] = /^# (.+)\n\n((?:.+\n)+)/.exec(read("README.md")) ?? []

const tagline = intro.replaceAll("\n", " ").trim()

const toItems = ({ links }: LinkList): Array<DefaultTheme.SidebarItem> =>
  links.flatMap(({ text, file }) => {
    const page = findPage(file)
    return page === undefined ? [] : [{ text, link: `/${page.replace(/\.md$/, "")}` }]
  })

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const playground = { text: "Playground", link: "/playground" }

/** A gate with two posts and a bar. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#3451b2" d="M1 2h3v12H1zM12 2h3v12h-3zM5 7h6v2H5z"/></svg>'

/** The home page: the README with its first paragraph, the three paths and the playground above it. */
const home = {
  layout: "home",
  hero: {
    name,
    tagline,
    actions: [
      { theme: "brand", text: "First hour", link: "/first-hour" },
      { theme: "alt", text: "Try a policy", link: playground.link }
    ]
  },
  features: paths.map((path) => ({
    title: path.title,
    details: path.links.map(({ text }) => text).join("\u00a0· "),
    link: toItems(path)[0]?.link
  }))
}

/**
 * Leaves Vue out of the program that renders the pages to files, so that both use this package's Vue. The pages lie
 * outside the package, where Vite does not find it.
 */
const externalVue = {
  name: "external vue",
  enforce: "pre" as const,
  resolveId: (id: string, _: unknown, { ssr }: { readonly ssr?: boolean | undefined }) =>
    ssr === true && (id === "vue" || id === "vue/server-renderer") ? { id, external: true as const } : undefined
}

/** The configuration of VitePress. The pages are the files of the repository as they are. */
export const siteConfig = defineConfig({
  title: name,
  description: tagline,
  lang: "en-GB",
  head: [["link", { rel: "icon", href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  srcDir: root,
  // Everything but the pages of `findPage`.
  srcExclude: [
    "!(README|CHANGELOG|CONTRIBUTING|SECURITY).md",
    "!(docs|apps)/**/*",
    "apps/*/!(README|playground).md",
    "apps/!(cli|site)/**",
    "apps/*/*/**",
    "apps/site/README.md"
  ],
  rewrites: (file) => findPage(file) ?? file,
  outDir: join(root, "apps/site/dist"),
  cacheDir: join(root, "apps/site/.cache/vitepress"),
  markdown: {
    // The anchors of GitHub, which the links of the pages name.
    anchor: { slugify: slug },
    config: (markdown) => {
      rewriteLinks(markdown, root, repository)
      // In VitePress, two braces begin an expression. On our pages they are text.
      for (const rule of ["text", "code_inline"]) {
        const render = markdown.renderer.rules[rule]
        markdown.renderer.rules[rule] = (...given) => (render?.(...given) ?? "").replaceAll("{{", "&#123;&#123;")
      }
      // The home page shows the title and the first paragraph already.
      markdown.core.ruler.push("home", ({ tokens, env }) => {
        if (env.relativePath === "index.md") tokens.splice(0, 6)
      })
    }
  },
  transformPageData: ({ relativePath, frontmatter }) =>
    relativePath === "index.md"
      ? { title: name, titleTemplate: ":title", frontmatter: { ...frontmatter, ...home } }
      : {},
  themeConfig: {
    nav: [{ text: "Documentation", link: "/documentation" }, playground],
    sidebar: [
      ...paths.map((path) => ({ text: path.title, items: toItems(path) })),
      {
        text: "Reference",
        items: reference.map((row) => ({ text: capitalize(row.title), collapsed: true, items: toItems(row) }))
      }
    ],
    // The pages end with a link to the next one.
    docFooter: { prev: false, next: false },
    outline: [2, 3],
    search: {
      provider: "local",
      options: {
        miniSearch: { searchOptions: { combineWith: "AND" } },
        // Only the words are searched, so code needs no colours. Decisions and changes would hide the guides.
        _render: (text, env, markdown) =>
          /^(?:docs\/decisions\/|CHANGELOG)/.test(env.relativePath)
            ? ""
            : markdown.set({ highlight: null }).render(text, env)
      }
    }
  },
  vite: {
    publicDir: publicFolder,
    build: { chunkSizeWarningLimit: 1000 },
    plugins: [
      externalVue,
      llms({ injectLLMHint: false, ignoreFiles: ["**/decisions/0*", "CHANGELOG.md", "apps/site/playground.md"] })
    ]
  }
})
