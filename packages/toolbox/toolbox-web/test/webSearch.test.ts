import { createServer } from "node:http"
import { testTool } from "@toolgate/toolbox-testing"
import { afterAll, beforeAll, expect, it } from "vitest"
import { webTools } from "../src/index.ts"
import { createWebSearch } from "../src/web-search/definition.ts"
import { createLocalClient } from "./named.ts"

const port = 21_000 + (process.pid % 20_000)

const result = (title: string, href: string, snippet: string, kind = "") =>
  `<div class="result results_links ${kind}"><h2><a class="result__a" href="${href}">${title}</a></h2><a class="result__snippet">${snippet}</a></div>`

const counted = (url: string) => `//duckduckgo.com/l/?uddg=${encodeURIComponent(url)}&amp;rut=1`

const pages = new Map([
  [
    "tea",
    result("Buy tea", counted("https://ads.example/"), "Advertisement", "result--ad") +
      result("All of <b>tea</b>", counted("https://tea.example/?a=1&b=2"), "How to brew <b>tea</b>\u200b.") +
      result("A script", "javascript:alert(1)", "no") +
      result("Second", "https://second.example/", "More.")
  ],
  ["nothing", '<div class="no-results">No results.</div>'],
  ["robot", '<form id="challenge-form">Are you a person?</form>'],
  ["deep", "<div>".repeat(200_000)]
])

const asked: Array<string> = []
const server = createServer(({ url = "" }, response) => {
  asked.push(url)
  const query = new URL(url, "http://a").searchParams.get("q") ?? ""
  if (query === "silent") return
  if (query === "busy") response.writeHead(429).end()
  else response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(pages.get(query) ?? "")
})
beforeAll(() => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

testTool(createWebSearch(createLocalClient(), new URL(`http://127.0.0.1:${port}/html/`)), {
  good: {
    name: "finds pages, without advertisements and with the addresses behind the counted links",
    args: { query: "tea", region: "tw-tzh" },
    value: {
      results: [
        { title: "All of tea", url: "https://tea.example/?a=1&b=2", snippet: "How to brew tea." },
        { title: "Second", url: "https://second.example/", snippet: "More." }
      ]
    },
    check: () => expect(asked).toContain("/html/?q=tea&kl=tw-tzh")
  },
  edge: [
    {
      name: "returns as many as are asked for",
      args: { query: "tea", max_results: 1 },
      check: ({ output }) => expect(output.value).toMatchObject({ results: { length: 1 } })
    },
    { name: "says that there is nothing only if the page says so", args: { query: "nothing" }, value: { results: [] } }
  ],
  bad: [
    { name: "a blank query", args: { query: " " }, says: "blank" },
    { name: "no query", args: {}, says: "query" },
    { name: "too many results", args: { query: "tea", max_results: 21 }, says: "max_results" },
    { name: "an invalid region", args: { query: "tea", region: "DE" }, says: '"de-de"' },
    {
      name: "a page that asks whether a person is there",
      args: { query: "robot" },
      says: "This says nothing about what can be found",
      class: "execution_error"
    },
    { name: "an empty page", args: { query: "blank" }, says: "something other than results", class: "execution_error" },
    { name: "a service that is busy", args: { query: "busy" }, says: "status 429", class: "execution_error" }
  ],
  cancel: { args: { query: "silent" } },
  worst: { args: { query: "deep" }, ends: ["limit", "failure"] }
})

it("declares the host of its search page", () => {
  const tool = webTools({ search: "http://127.0.0.1:8888/search" }).find(({ name }) => name === "web_search")
  expect(tool?.resources).toEqual([{ kind: "host", host: "127.0.0.1", port: 8888 }])
  expect(() => webTools({ search: "ftp://a/" })).toThrow('The option "search"')
})
