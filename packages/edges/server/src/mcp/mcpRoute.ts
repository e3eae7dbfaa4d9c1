import type { McpCaller, McpEndpoint } from "@toolgate/mcp-server"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as ProblemDetails from "effect/http/ProblemDetails"
import { Access } from "../access/Access.ts"
import type { AccessToken } from "../access/AccessToken.ts"
import type { Door } from "../access/guardRequests.ts"
import { readBody } from "../access/readBody.ts"
import { BadRequest, NotFound } from "../api/problems.ts"

/** The path of the endpoint. */
export const mcpPath = "/mcp"

/** The route of MCP clients. Its refusals are errors of JSON-RPC. */
export const mcpRoute = (endpoint: McpEndpoint, callerOf: (token: AccessToken) => McpCaller) =>
  HttpRouter.use((router) =>
    Effect.flatMap(Access, ({ within }) =>
      router.add("*", mcpPath, (request) => {
        const { method, url } = request
        if (url.includes("?")) return Effect.succeed(refuse(noParameters))
        if (url !== mcpPath) return Effect.succeed(refuse(NotFound.problem(`Only ${mcpPath} is served here.`, {})))
        if (!methods.includes(method)) return Effect.succeed(wrongMethod)
        return within(request, ["call"], (token) => serve(endpoint, request, callerOf(token))).pipe(
          Effect.catch((problem) => Effect.succeed(refuse(problem)))
        )
      })
    )
  )

const serve = (endpoint: McpEndpoint, request: HttpServerRequest.HttpServerRequest, caller: McpCaller) =>
  Effect.gen(function* () {
    const { method, headers } = request
    const body = method === "POST" ? yield* Effect.mapError(readBody(request), toParseError) : undefined
    const gone = new AbortController()
    const over = Promise.withResolvers<void>()
    // Runs when the answer is written, which for a stream is long after this effect, or when its client disconnects.
    yield* Effect.addFinalizer((exit) =>
      Effect.sync(() => {
        if (Exit.isFailure(exit)) gone.abort()
        over.resolve()
      })
    )
    const { signal } = gone
    const web = new Request(`http://${headers.host}${mcpPath}`, { method, headers, signal })
    const response = yield* Effect.promise(async () => {
      const answer = await endpoint.serve({ request: web, body, caller, gone: signal, over: over.promise })
      if (signal.aborted) await answer.body?.cancel()
      return answer
    })
    return HttpServerResponse.fromWeb(response)
  })

interface McpProblem extends Pick<ProblemDetails.ProblemDetails, "status" | "detail"> {
  /** The code of JSON-RPC. Default: -32000. */
  readonly code?: number
}

const toParseError = (problem: ProblemDetails.ProblemDetails): McpProblem =>
  problem.status === 400 ? { ...problem, code: -32_700 } : problem

/** Makes the answer that refuses a request. */
const refuse = ({ status = 500, detail, code = -32_000 }: McpProblem): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(
    { jsonrpc: "2.0", id: null, error: { code, message: detail } },
    // Clients of MCP try again after 503.
    { status: status === 429 ? 503 : status }
  )

const methods = ["POST", "GET", "DELETE"]

const noParameters = BadRequest.problem(
  "The address takes no parameters. Send the token in the Authorization header.",
  {}
)

const wrongMethod = HttpServerResponse.setHeader(
  refuse({ status: 405, detail: `The method must be one of ${methods.join(", ")}.` }),
  "allow",
  methods.join(", ")
)

/** The door of MCP clients. */
export const mcpDoor: Door = { path: mcpPath, refuse }
