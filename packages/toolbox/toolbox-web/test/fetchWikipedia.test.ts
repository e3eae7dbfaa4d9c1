import { createServer } from "node:http"
import { testTool } from "@toolgate/toolbox-testing"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createFetchWikipedia } from "../src/fetch-wikipedia/definition.ts"
import { webTools } from "../src/index.ts"
import { createLocalClient } from "./named.ts"

const port = 22_000 + (process.pid % 20_000)
const serverOf = (language: string) => new URL(`http://${language}.wikipedia.test:${port}`)

const server = createServer(({ url = "", headers }, response) => {
  const title = decodeURIComponent(url.slice("/api/rest_v1/page/summary/".length))
  const language = headers.host?.slice(0, 2)
  const answer = (value: unknown) =>
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value))
  if (title === "Silent") return
  if (title === "tea") response.writeHead(302, { Location: "Tea" }).end()
  else if (title === "Away") response.writeHead(302, { Location: "http://elsewhere.test/" }).end()
  else if (title === "Busy") response.writeHead(503).end()
  else if (title === "Odd") response.end("<html>")
  else if (title === "Mercury") answer({ type: "disambiguation", title, extract: "Mercury may refer to:" })
  else if (title === "Tea" || title === "AC/DC_(band)")
    answer({
      type: "standard",
      title,
      extract: `${title} in ${language}`,
      content_urls: { desktop: { page: `https://${language}.wikipedia.org/wiki/${title}` } }
    })
  else response.writeHead(404).end()
})
beforeAll(() => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

testTool(createFetchWikipedia(createLocalClient(), ["en", "de"], serverOf), {
  good: {
    name: "fetches a summary",
    args: { title: "Tea" },
    value: { title: "Tea", url: "https://en.wikipedia.org/wiki/Tea", summary: "Tea in en", kind: "article" }
  },
  edge: [
    { name: "follows a redirect to the article", args: { title: "tea" }, value: { title: "Tea" } },
    { name: "takes another language", args: { title: "Tea", language: "de" }, value: { summary: "Tea in de" } },
    { name: "takes a title with a slash and a blank", args: { title: "AC/DC (band)" }, value: { kind: "article" } },
    { name: "tells that a title has several meanings", args: { title: "Mercury" }, value: { kind: "disambiguation" } },
    { name: "tells that there is no article", args: { title: "Qwxz" }, value: { title: "Qwxz", kind: "missing" } }
  ],
  bad: [
    { name: "no title", args: {}, says: "title" },
    { name: "a title that is a path", args: { title: ".." }, says: '".."' },
    { name: "a title with brackets", args: { title: "[[Tea]]" }, says: "[[Tea]]" },
    { name: "a title with a line break", args: { title: "a\nb" }, says: "No article can have" },
    { name: "a language that is not offered", args: { title: "Tea", language: "fr" }, says: "language" },
    { name: "a service that is busy", args: { title: "Busy" }, says: "status 503", class: "execution_error" },
    {
      name: "an answer without a summary",
      args: { title: "Odd" },
      says: "did not answer with a summary",
      class: "execution_error"
    },
    {
      name: "a redirect to another host",
      args: { title: "Away" },
      says: "not the service that this tool asks",
      class: "execution_error"
    }
  ],
  cancel: { args: { title: "Silent" } },
  worst: { args: { title: "Silent" }, ends: "limit" }
})

it("declares the hosts of its languages, and accepts no others", () => {
  const tool = webTools({ languages: ["en", "simple"] }).find(({ name }) => name === "fetch_wikipedia")
  expect(tool?.resources.map((one) => "host" in one && one.host)).toEqual(["en.wikipedia.org", "simple.wikipedia.org"])
  expect(() => webTools({ languages: ["evil.example/"] })).toThrow('The option "languages"')
})
