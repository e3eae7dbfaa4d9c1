import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { Door } from "../access/guardRequests.ts"
import { makeHeaders, renderDocument } from "../page/document.ts"
import { signInPath } from "./SignIn.ts"
import { signInBody } from "./signInBody.ts"
import { signInScript } from "./signInScript.ts"

// The page asks this server alone.
const headers = makeHeaders(signInScript, "connect-src 'self'")
const document = renderDocument({ title: "Sign in", body: signInBody }, signInScript)

/** The page on which a browser signs in. It is the same for everybody: its script asks who is signed in. */
export const signInRoute = HttpRouter.add(
  "GET",
  signInPath,
  HttpServerResponse.text(document, { headers, contentType: "text/html; charset=utf-8" })
)

/** The door of the page. A link may lead to it from anywhere, such as a terminal in a browser. */
export const signInDoor: Door = {
  path: signInPath,
  refuse: ({ status = 500, detail = "" }) =>
    HttpServerResponse.text(`${detail}\n`, { status, headers, contentType: "text/plain; charset=utf-8" }),
  takesLinks: true
}
