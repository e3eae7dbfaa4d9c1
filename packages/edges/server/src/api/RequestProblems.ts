import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import { BadRequest, Failed } from "./problems.ts"

/** Turns a request or an answer that does not fit its definition into a problem. */
export class RequestProblems extends HttpApiMiddleware.Service<RequestProblems>()("@toolgate/server/RequestProblems", {
  error: [BadRequest, Failed]
}) {}
