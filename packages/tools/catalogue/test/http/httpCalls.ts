import type { Args, ToolContext } from "@toolgate/core"
import type { ReferenceSources } from "@toolgate/local-secrets/references"
import { FileReading, readYaml } from "@toolgate/yaml-reading"
import { type HttpTemplate, httpShape } from "../../src/http/httpShape.ts"
import { makeHttpTool } from "../../src/http/makeHttpTool.ts"

/** Returns the template of a text. Throws its problems if it is invalid. */
export const parseTemplate = (given: object | string): HttpTemplate => {
  const reading = new FileReading({ name: "http.yaml", what: "request", least: "url: https://a.example/" })
  const text = typeof given === "string" ? given : JSON.stringify(given)
  const template = readYaml(text, httpShape, reading)
  if (template === undefined)
    throw new Error(reading.faults?.problems.map(({ source, message }) => `${source}: ${message}`).join("\n"))
  return template
}

/** Makes a call as the host sandbox does, and returns its output. */
export const call = async (
  given: object,
  args: Args = {},
  {
    signal = new AbortController().signal,
    ...sources
  }: Partial<ReferenceSources> & { readonly signal?: AbortSignal } = {}
) => caller(given, sources)(args, signal)

/** Returns a function that makes calls of one tool. */
export const caller = (given: object, sources: Partial<ReferenceSources> = {}) => {
  const { implementation } = makeHttpTool(parseTemplate(given), sources)
  return async (args: Args = {}, signal: AbortSignal = new AbortController().signal) => {
    const context = { signal, idempotencyKey: "key-1" } as ToolContext
    return implementation.make().execute(args, context) as Promise<{
      readonly content: unknown
      readonly value?: unknown
    }>
  }
}
