import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { Door } from "../access/guardRequests.ts"
import { headers, renderDocument } from "./document.ts"
import { type PageAnswer, type PageAnswers, pagePath } from "./PageAnswers.ts"
import { readForm } from "./readForm.ts"

/** The routes of an approval page. */
export const pageRoutes = (page: PageAnswers) =>
  HttpRouter.use((router) => {
    const answer = (request: HttpServerRequest.HttpServerRequest) =>
      Effect.catchCause(answerTo(page, request), () =>
        // The page shows no details of a failure.
        Effect.succeed(refuse(500, 'The page failed. Decide with "toolgate approvals" in a terminal.'))
      )
    return Effect.andThen(router.add("*", pagePath, answer), router.add("*", `${pagePath}/:id`, answer))
  })

const answerTo = (page: PageAnswers, request: HttpServerRequest.HttpServerRequest) =>
  Effect.gen(function* () {
    const { method, url, headers } = request
    const asked = /^\/approvals(?:\/([\w.~-]{1,128}))?$/.exec(url)
    if (asked === null) return refuse(404, `Only ${pagePath} is served here.`)
    if (method === "GET") return respond(page.signedOut(200, "none"))
    if (method !== "POST") return refuse(405, "Use GET for the page and POST for its forms.")
    if (headers.origin === undefined) return refuse(403, "The form was not sent by this page.")
    const form = yield* readForm(request)
    if (form === undefined) return refuse(413, "This is not a form of the page.")
    return respond(yield* page.posted(form, asked[1]))
  })

const respond = ([status, page]: PageAnswer) =>
  HttpServerResponse.text(renderDocument(page), { status, headers, contentType: "text/html; charset=utf-8" })

const refuse = (status: number, message: string) =>
  HttpServerResponse.text(`${message}\n`, { status, headers, contentType: "text/plain; charset=utf-8" })

/** The door of the page. */
export const pageDoor: Door = {
  path: pagePath,
  refuse: ({ status = 500, detail = "" }) => refuse(status, detail),
  takesLinks: true
}
