import { answerText, declareHost } from "@toolgate/catalogue/http-requests"
import { defineTool, quoted, ToolExecutionError, ToolValidationError } from "@toolgate/core"
import { Type } from "typebox"
import type { WebClient } from "../client/WebClient.ts"
import { fetchFromService } from "../fetchFromService.ts"
import { removeInvisible } from "../html/removeInvisible.ts"
import { reaches } from "../reaches.ts"

/** Returns the tool that fetches summaries of Wikipedia articles in some languages. */
export const createFetchWikipedia = (client: WebClient, languages: ReadonlyArray<string>, serverOf = wikipediaOf) => {
  for (const language of languages)
    if (!/^[a-z]{2,12}(?:-[a-z]{2,12}){0,2}$/.test(language))
      throw new TypeError(`The option "languages" has ${quoted(language, 40)}, which is not a language of Wikipedia.`)
  return defineTool({
    ...reaches,
    name: "fetch_wikipedia",
    description:
      "Fetches the summary of an article of Wikipedia by its title. The result says if there is no such article, or if the title has several meanings.",
    parameters: Type.Object(
      {
        title: Type.String({ minLength: 1, maxLength: 255, description: "The title, such as Alan Turing." }),
        language: Type.Optional(
          Type.Enum([...languages], { description: `The language of the article. Default: ${languages[0]}.` })
        )
      },
      { additionalProperties: false }
    ),
    output: Type.Object(
      {
        title: Type.String(),
        url: Type.String(),
        summary: Type.String(),
        kind: Type.Enum(["article", "disambiguation", "missing"])
      },
      { additionalProperties: false }
    ),
    sideEffects: "READ",
    callers: ["direct", "chain"],
    resources: languages.map((language) => declareHost(serverOf(language))),
    examples: [
      {
        description: "A title that no article can have.",
        args: { title: "[[Tea]]" },
        expect: { error: "validation_error" }
      }
    ],
    execute: async ({ title, language = languages[0] ?? "en" }, context) => {
      const name = title.trim().replaceAll(" ", "_")
      if (name === "" || !name.isWellFormed() || /[#<>[\]{}|\p{Cc}]/u.test(name) || /^\.{1,2}$/.test(name)) {
        const message = `No article can have the title ${quoted(title, 255)}: # < > [ ] { } | are not allowed in titles.`
        throw new ToolValidationError({ message, validationErrors: [message], executed: "no" })
      }
      const server = serverOf(language)
      const url = new URL(`/api/rest_v1/page/summary/${encodeURIComponent(name)}`, server)
      const headers = { Accept: "application/json" }
      const answer = await fetchFromService(client, { method: "GET", url, headers, mostBytes: 1024 * 1024 }, context)
      const page = new URL(`/wiki/${encodeURIComponent(name)}`, server).href
      if (answer.status === 404) {
        const summary = `Wikipedia has no article with this title in the language "${language}". Search for another title.`
        return { title, url: page, summary, kind: "missing" }
      }
      if (answer.status !== 200) throw unread(`answered with status ${answer.status}`)
      return summaryIn(answerText(answer), page)
    }
  })
}

const wikipediaOf = (language: string): URL => new URL(`https://${language}.wikipedia.org`)

const summaryIn = (text: string | undefined, page: string) => {
  const value = parsed(text)
  const { title, extract, type, content_urls: urls } = value ?? {}
  if (typeof title !== "string" || typeof extract !== "string") throw unread("did not answer with a summary")
  const { desktop } = (urls ?? {}) as { readonly desktop?: { readonly page?: unknown } }
  const told = typeof desktop?.page === "string" ? URL.parse(desktop.page) : null
  const url = told?.protocol === "https:" ? told.href : page
  const isAmbiguous = type === "disambiguation"
  const more = isAmbiguous ? " The title has several meanings; ask for one of them by its own title." : ""
  return {
    title: removeInvisible(title).slice(0, 1000).toWellFormed(),
    url: url.slice(0, 8192),
    summary: removeInvisible(extract).slice(0, mostCharacters).toWellFormed() + more,
    kind: isAmbiguous ? "disambiguation" : "article"
  }
}

const mostCharacters = 8000

const parsed = (text: string | undefined): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text ?? "")
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}

const unread = (why: string) =>
  new ToolExecutionError({ message: `Wikipedia ${why}. Try again later, or read the article with fetch_docs.` })
