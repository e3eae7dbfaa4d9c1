import type { Json, JsonObject } from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"
import type { ResponseStream, StreamOptions } from "../Format.ts"
import { StreamBudget } from "../round/StreamBudget.ts"
import { getMember, getText, toObjects } from "../round/unknownJson.ts"
import type { GeminiResponse } from "./geminiWire.ts"
import { PartialArgs } from "./partialArgs.ts"

/**
 * Accumulates the chunks of a streamed Gemini response, first candidate only. Each chunk is a response whose parts are
 * appended. A call in parts counts once the provider marks it as complete.
 */
export const createGeminiStream = (options?: StreamOptions): ResponseStream<GeminiResponse, GeminiResponse> => {
  const budget = new StreamBudget(options)
  const parts: Array<Json> = []
  const rest: Record<string, Json> = {}
  let open: { readonly part: JsonObject; readonly call: JsonObject; readonly args: PartialArgs } | undefined
  let id: string | undefined
  let role = "model"

  const take = (part: JsonObject) => {
    budget.keep(part)
    const { functionCall } = part
    if (!isJsonObject(functionCall)) return void parts.push(part)
    const { partialArgs, willContinue, ...call } = functionCall
    // A name starts another call. The unfinished one is dropped.
    if (open === undefined || getText(call, "name") !== undefined) {
      if (partialArgs === undefined && willContinue !== true) return void parts.push(part)
      open = { part, call, args: new PartialArgs() }
    }
    open.args.add(partialArgs)
    if (willContinue === true) return
    const { part: first, call: begun, args } = open
    open = undefined
    parts.push({ ...first, functionCall: { ...begun, args: args.value(begun.args) } })
  }

  return {
    push: (chunk) => {
      const given = getMember(chunk, "responseId")
      if (typeof given === "string") id ??= given
      const [candidate] = toObjects(getMember(chunk, "candidates"))
      if (candidate === undefined) return
      const { content, ...others } = candidate
      budget.keep(others)
      for (const [name, value] of Object.entries(others)) if (name !== "__proto__") rest[name] = value
      if (!isJsonObject(content)) return
      role = getText(content, "role") ?? role
      toObjects(content.parts).forEach(take)
    },
    response: () => ({
      ...(id === undefined ? {} : { responseId: id }),
      candidates: [{ ...rest, content: { role, parts: [...parts] } }]
    })
  }
}
