import { type ContentBlock, type JsonObject, makeWellFormed, type ObservedUse } from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"
import { convertMedia, geminiMedia, type ShownMedia } from "../convertMedia.ts"
import type { Declared, Format, ProviderTurn, ReadOptions } from "../Format.ts"
import { blockText } from "../modelText.ts"
import { answerItems, type ItemAnswer } from "../round/answerItems.ts"
import { type Declaring, declareTools } from "../round/declareTools.ts"
import { type FoundCall, readTurn } from "../round/readTurn.ts"
import { geminiBounds } from "../round/requestBounds.ts"
import { getMember, getText, toObjects } from "../round/unknownJson.ts"
import { geminiNames } from "../round/WireNames.ts"
import { geminiDialect } from "../schemas/dialects.ts"
import { createGeminiStream } from "./createGeminiStream.ts"
import type {
  GeminiAnswer,
  GeminiCandidate,
  GeminiFunction,
  GeminiFunctionResponse,
  GeminiResponse,
  GeminiTool
} from "./geminiWire.ts"

/** The format of the Gemini API. The model's message is the content of the first candidate. */
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
 * The Gemini API. Calls may have no ids; then the order of the answers identifies them.
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
    const content = getMember(toObjects(getMember(response, "candidates"))[0], "content")
    if (!isJsonObject(content)) return { calls: [], items: [], said: [] }
    const given = getMember(content, "parts")
    const parts: ReadonlyArray<unknown> = Array.isArray(given) ? given : []
    const ours = [...parts.entries()].flatMap(([at, part]) => {
      const call = getMember(part, "functionCall")
      return isJsonObject(call) ? [[at, foundCall(call)] as const] : []
    })
    const id = getMember(response, "responseId")
    const found = ours.map(([, call]) => call)
    const read = readTurn("gemini", found, declared, options.turn ?? (typeof id === "string" ? id : "call"))
    const ids = new Map(ours.map(([at], index) => [at, read.items[index]]))
    const renamed = parts.map((part, at) => {
      const item = ids.get(at)
      const call = getMember(part, "functionCall")
      if (item === undefined || !item.hasId || !isJsonObject(part) || !isJsonObject(call) || call.id === item.id)
        return part
      return { ...part, functionCall: { ...call, id: item.id } }
    })
    const said = renamed.every((part, at) => part === parts[at]) ? content : { ...content, parts: renamed }
    return { ...read, said: [makeWellFormed(said) as unknown as ContentOf<R>] }
  },
  answers: (turn, executions) => {
    const parts = answerItems(turn.items, executions).map((answer) => ({ functionResponse: functionResponse(answer) }))
    return parts.length === 0 ? [] : makeWellFormed([{ role: "user" as const, parts }])
  },
  hosted: (response, declared) => hostedOf(toObjects(getMember(response, "candidates"))[0], declared),
  stream: createGeminiStream
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
  id: getText(item, "id"),
  name: getText(item, "name"),
  // Gemini omits the arguments of a function without parameters.
  args: typeof item.args === "string" ? { argsText: item.args } : { args: item.args ?? {} }
})

/** Returns what Gemini ran itself: code, its built-in tools, and the metadata of searches and fetched addresses. */
const hostedOf = (candidate: unknown, declared: Declared): ReadonlyArray<ObservedUse> => [
  ...toObjects(getMember(getMember(candidate, "content"), "parts")).flatMap((part) => {
    const { executableCode, toolCall } = part
    if (isJsonObject(executableCode)) return [use("executableCode", "codeExecution", executableCode, declared)]
    if (!isJsonObject(toolCall)) return []
    const type = getText(toolCall, "toolType") ?? ""
    return [{ ...use("toolCall", specName(type), toolCall, declared), name: type }]
  }),
  ...metadata.flatMap(([member, spec]) => {
    const given = getMember(candidate, member)
    return isJsonObject(given) ? [use(member, spec, given, declared)] : []
  })
]

const metadata = [
  ["groundingMetadata", "googleSearch"],
  ["urlContextMetadata", "urlContext"]
] as const

const use = (type: string, spec: string, item: JsonObject, { tools }: Declared): ObservedUse => ({
  tool: tools.find((one) => one.kind === "hosted" && one.spec !== undefined && Object.hasOwn(one.spec, spec))?.tool,
  id: getText(item, "id"),
  type,
  name: undefined,
  input: item.args ?? item.code ?? item.webSearchQueries
})

/** Returns the member of a declaration for a type of tool: `googleSearch` for `GOOGLE_SEARCH_WEB`. */
const specName = (type: string): string => {
  const camel = type.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return camel.startsWith("googleSearch") ? "googleSearch" : camel
}

/**
 * Writes an answer as a Gemini function response: the structured result if there is no other output, or else the text.
 */
const functionResponse = (answer: ItemAnswer): GeminiFunctionResponse => {
  const { item, payload, blocks, isError, executions } = answer
  const [execution] = executions
  const output = execution?.output
  const isValue =
    item.handled === undefined &&
    !isError &&
    output?.value !== undefined &&
    output.content.length === 0 &&
    execution?.executed !== "unknown"
  const shown = blocks.map((block) => (isError ? undefined : shownOf(block)))
  const parts = shown.flatMap((one) =>
    typeof one === "object" ? [{ inlineData: { mimeType: one.mediaType, data: one.base64 } }] : []
  )
  const said = blocks
    .flatMap((block, at) => {
      const why = shown[at]
      return typeof why === "object" ? [] : [blockText(block, why)]
    })
    .join("\n")
  return {
    ...(item.hasId ? { id: item.id } : {}),
    name: item.wire,
    ...(payload === undefined
      ? {
          response: isError ? { error: said } : { output: isValue ? output.value : said },
          ...(parts.length === 0 ? {} : { parts })
        }
      : (payload as unknown as { response: { [key: string]: unknown } }))
  }
}

/** Returns the media of an image or document, or why it cannot be shown; `undefined` for any other block. */
const shownOf = (block: ContentBlock): ShownMedia | string | undefined =>
  "base64" in block && block.base64 !== undefined && block.type !== "audio"
    ? convertMedia(block, geminiMedia)
    : undefined
