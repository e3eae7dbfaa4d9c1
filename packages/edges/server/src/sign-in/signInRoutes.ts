import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { type Door, isOwnPage } from "../access/guardRequests.ts"
import { makeHeaders, type Page, renderDocument } from "../page/document.ts"
import { readForm } from "../page/readForm.ts"
import type { BrowserSessions } from "./BrowserSessions.ts"
import { renderSignedIn, renderSignIn, sendCode } from "./renderSignIn.ts"
import type { SignInCode } from "./SignInCode.ts"

/** The path of the page. */
export const signInPath = "/sign-in"

/** The routes with which a browser signs in and out. */
export const signInRoutes = (code: SignInCode, sessions: BrowserSessions) =>
  HttpRouter.use((router) =>
    Effect.all([
      router.add("GET", signInPath, (request) => show(sessions, request)),
      router.add("POST", signInPath, (request) =>
        isOwnPage(request) ? signIn(code, sessions, request) : Effect.succeed(foreign)
      ),
      router.add("POST", "/sign-out", (request) =>
        Effect.sync(() => (isOwnPage(request) ? redirect(sessions.end(request, isEncrypted(request))) : foreign))
      )
    ])
  )

const show = (sessions: BrowserSessions, request: HttpServerRequest.HttpServerRequest) =>
  sessions.find(request).pipe(
    Effect.map((caller) => respond(200, caller === undefined ? renderSignIn() : renderSignedIn(caller.token))),
    Effect.orElseSucceed(() => respond(503, renderSignIn("store")))
  )

const signIn = Effect.fnUntraced(function* (
  code: SignInCode,
  sessions: BrowserSessions,
  request: HttpServerRequest.HttpServerRequest
) {
  const form = yield* readForm(request)
  // Nothing waits before the code is taken, so that of two browsers with one code only one gets in.
  const giveBack = code.take(form?.get("code") ?? "")
  if (giveBack === undefined) return respond(403, renderSignIn("code"))
  return yield* sessions.open(isEncrypted(request)).pipe(
    Effect.map((cookie) => {
      if (cookie !== undefined) return redirect(cookie)
      giveBack()
      return respond(403, renderSignIn("token"))
    }),
    Effect.catch(() => {
      giveBack()
      return Effect.succeed(respond(503, renderSignIn("store")))
    })
  )
})

/** Whether the browser uses HTTPS, which a proxy may have ended. */
const isEncrypted = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  headers.origin?.toLowerCase().startsWith("https:") === true

const documentHeaders = makeHeaders(sendCode)

const respond = (status: number, page: Page) =>
  HttpServerResponse.text(renderDocument(page, sendCode), {
    status,
    headers: documentHeaders,
    contentType: "text/html; charset=utf-8"
  })

const redirect = (cookie: string) =>
  HttpServerResponse.empty({ status: 303, headers: { ...documentHeaders, location: signInPath, "set-cookie": cookie } })

const refuse = (status: number, message: string) =>
  HttpServerResponse.text(`${message}\n`, {
    status,
    headers: documentHeaders,
    contentType: "text/plain; charset=utf-8"
  })

const foreign = refuse(403, "The form was not sent by this page.")

/** The door of the page. A link may lead to it from anywhere, such as a terminal in a browser. */
export const signInDoor: Door = {
  path: signInPath,
  refuse: ({ status = 500, detail = "" }) => refuse(status, detail),
  takesLinks: true
}
