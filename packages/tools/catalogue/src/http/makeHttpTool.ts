import { type Args, type FunctionImplementation, quoted, type ToolContext, type ToolOutput } from "@toolgate/core"
import type { ReferenceSources } from "@toolgate/local-secrets/references"
import { convertFailure, send } from "../http-requests.ts"
import { formatBody } from "./bodyTemplate.ts"
import { buildRequestTarget } from "./buildRequestTarget.ts"
import { describeHttpRecipe } from "./describeHttpRecipe.ts"
import { fillHeaders } from "./headerTemplates.ts"
import type { HttpTemplate } from "./httpShape.ts"
import { readHttpOutput } from "./readHttpOutput.ts"
import { resolveSecretHeaders } from "./resolveSecretHeaders.ts"

/** The parts of an HTTP tool. */
export interface HttpToolParts {
  readonly implementation: FunctionImplementation
  /** Declares the host that every call reaches. */
  readonly resource: { readonly kind: "host"; readonly host: string; readonly port: number }
}

/**
 * Returns the parts of a tool that sends requests of this template. Secret references are resolved on the first call, and their values are
 * removed from results and errors.
 */
export const makeHttpTool = (template: HttpTemplate, sources: Partial<ReferenceSources> = {}): HttpToolParts => {
  const { method, url, headers, body, response, mostBytes, placeholders } = template
  const used = new Set(placeholders.map(({ name }) => name))
  const isSafe = method === "GET" || method === "HEAD"
  const secrets = resolveSecretHeaders(headers, sources)
  const server = quoted(`${url.host}${isUsualPort(template) ? "" : `:${url.port}`}`, 300)

  const execute = async (args: Args, { signal, idempotencyKey }: ToolContext): Promise<ToolOutput> => {
    const target = buildRequestTarget(url, args)
    const filled = fillHeaders(headers, args)
    const sentBody = formatBody(body, args, used)
    const { headers: constant, redaction } = await secrets(signal)
    // If two header names differ only in case, the client sends the later one.
    const sentHeaders = {
      "User-Agent": "toolgate",
      Accept: "application/json, */*;q=0.5",
      // The only encoding that is decompressed.
      "Accept-Encoding": "gzip",
      ...(sentBody === undefined ? {} : { "Content-Type": "application/json" }),
      ...(isSafe ? {} : { "Idempotency-Key": idempotencyKey }),
      ...constant,
      ...filled
    }
    const request = { method, url, target, headers: sentHeaders, body: sentBody }
    const answer = await send(request, { signal, mostBytes }).catch((cause: unknown) => {
      throw convertFailure(cause, { server, isSafe, redact: (text) => redaction.text(text) })
    })
    return readHttpOutput(answer, { server, redaction, ...(response === undefined ? {} : { response }) })
  }
  const instance = { execute }
  return {
    implementation: { kind: "function", make: () => instance, stateless: true, recipe: describeHttpRecipe(template) },
    resource: { kind: "host", host: url.judgedHost, port: url.port }
  }
}

const isUsualPort = ({ url }: HttpTemplate): boolean => url.port === (url.scheme === "https:" ? 443 : 80)
