import { type JsonObject, wellFormed } from "@toolgate/core"
import type { Declared, Format, ProviderTurn, ReadOptions } from "../Format.ts"
import { answerItems } from "../round/answerItems.ts"
import { type Declaring, declareTools } from "../round/declareTools.ts"
import { type FoundCall, readTurn } from "../round/readTurn.ts"
import { geminiBounds } from "../round/requestBounds.ts"
import { isObject, memberOf, objectsOf, textIn } from "../round/unknownJson.ts"
import { geminiNames } from "../round/WireNames.ts"
import { geminiDialect } from "../schemas/dialects.ts"
import { functionResponse } from "./functionResponse.ts"
import { geminiStream } from "./geminiStream.ts"
import type { GeminiAnswer, GeminiCandidate, GeminiFunction, GeminiResponse, GeminiTool } from "./geminiWire.ts"
import { hostedOf } from "./hostedOf.ts"

/** The format of the Gemini API. What the model said is the content of the first candidate. */
export interface GeminiFormat extends Format<GeminiTool, GeminiResponse, GeminiAnswer, GeminiResponse> {
  readonly calls: <R extends GeminiResponse>(
    response: R,
    declared: Declared,
    options?: ReadOptions
  ) => ProviderTurn<ContentOf<R>>
}

/** The content of a candidate in a response. */
export type ContentOf<R extends GeminiResponse> = NonNullable<R["candidates"]>[number] extends infer C extends
  GeminiCandidate
  ? NonNullable<C["content"]>
  : never

/**
 * The Gemini API. Its calls may have no ids: then the place among the calls says which one is answered, and the answers keep their
 * order.
 *
 * ```ts
 * import { type GeminiResponse, gemini } from "@toolgate/providers"
 * import type { Session } from "toolgate"
 *
 * export const answer = async (session: Session, response: GeminiResponse) => {
 *   const declared = gemini.declare(await session.tools.declarable())
 *   const turn = gemini.calls(response, declared)
 *   return [...turn.said, ...gemini.answers(turn, await session.dispatchAll(turn.calls))]
 * }
 * ```
 */
export const gemini: GeminiFormat = {
  provider: "gemini",
  declare: <Spec extends object = never>(...[tools, options]: Parameters<GeminiFormat["declare"]>) => {
    const declared = declareTools<GeminiFunction | Spec>(declaring as Declaring<GeminiFunction | Spec>, tools, options)
    const { declarations } = declared
    const functions = declared.tools.filter(({ kind }) => kind === "local").length
    const specs = declarations.slice(0, declarations.length - functions) as Array<Spec>
    const functionDeclarations = declarations.slice(specs.length) as Array<GeminiFunction>
    return { ...declared, declarations: [...specs, ...(functions === 0 ? [] : [{ functionDeclarations }])] }
  },
  calls: <R extends GeminiResponse>(response: R, declared: Declared, options: ReadOptions = {}) => {
    const content = memberOf(objectsOf(memberOf(response, "candidates"))[0], "content")
    if (!isObject(content)) return { calls: [], items: [], said: [] }
    const given = memberOf(content, "parts")
    const parts: ReadonlyArray<unknown> = Array.isArray(given) ? given : []
    const ours = [...parts.entries()].flatMap(([at, part]) => {
      const call = memberOf(part, "functionCall")
      return isObject(call) ? [[at, foundCall(call)] as const] : []
    })
    const id = memberOf(response, "responseId")
    const found = ours.map(([, call]) => call)
    const read = readTurn("gemini", found, declared, options.turn ?? (typeof id === "string" ? id : "call"))
    const ids = new Map(ours.map(([at], index) => [at, read.items[index]]))
    const renamed = parts.map((part, at) => {
      const item = ids.get(at)
      const call = memberOf(part, "functionCall")
      if (item === undefined || !item.hasId || !isObject(part) || !isObject(call) || call.id === item.id) return part
      return { ...part, functionCall: { ...call, id: item.id } }
    })
    const said = renamed.every((part, at) => part === parts[at]) ? content : { ...content, parts: renamed }
    return { ...read, said: [wellFormed(said) as unknown as ContentOf<R>] }
  },
  answers: (turn, executions) => {
    const parts = answerItems(turn.items, executions).map((answer) => ({ functionResponse: functionResponse(answer) }))
    return parts.length === 0 ? [] : wellFormed([{ role: "user" as const, parts }])
  },
  hosted: (response, declared) => hostedOf(objectsOf(memberOf(response, "candidates"))[0], declared),
  stream: geminiStream
}

const declaring: Declaring<GeminiFunction> = {
  names: { provider: "gemini", ...geminiNames },
  dialect: geminiDialect,
  hasSearch: false,
  most: geminiBounds,
  ofSpec: (spec) => spec as unknown as GeminiFunction,
  ofTool: ({ tool, wire, schema }) => ({
    name: wire,
    description: tool.description,
    parametersJsonSchema: schema,
    ...(tool.output === undefined ? {} : { responseJsonSchema: tool.output })
  }),
  programOf: () => undefined
}

const foundCall = (item: JsonObject): FoundCall => ({
  item,
  type: "functionCall",
  id: textIn(item, "id"),
  name: textIn(item, "name"),
  // A function without parameters is called without arguments.
  args: typeof item.args === "string" ? { argsText: item.args } : { args: item.args ?? {} }
})
