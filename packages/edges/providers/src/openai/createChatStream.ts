import type { JsonObject } from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"
import type { ResponseStream, StreamOptions } from "../Format.ts"
import { StreamBudget } from "../round/StreamBudget.ts"
import { getMember, getText, toObjects } from "../round/unknownJson.ts"
import type { ChatChunk, ChatResponse } from "./chatWire.ts"

/**
 * Accumulates the chunks of the Chat Completions API, first choice only. Calls count once the choice has a finish
 * reason, because the last call may be incomplete before.
 */
export const createChatStream = (options?: StreamOptions): ResponseStream<ChatChunk, ChatResponse> => {
  const budget = new StreamBudget(options)
  const message = new Map<string, Array<string>>()
  const calls = new Map<number, ChatCall>()
  let id: string | undefined
  let reason: string | undefined

  const call = (delta: JsonObject) => {
    // Some servers omit the index. Then an id starts a new call, and other deltas belong to the last call.
    const { index } = delta
    const last = calls.size - 1
    const isNew = getText(delta, "id") !== undefined || last < 0
    const at = typeof index === "number" ? index : isNew ? calls.size : last
    let found = calls.get(at)
    if (found === undefined) {
      budget.room()
      found = { id: undefined, name: [], input: [], isCustom: false }
      calls.set(at, found)
    }
    if (found.id === undefined) {
      found.id = getText(delta, "id")
      budget.keep(found.id)
    }
    const custom = getMember(delta, "custom")
    found.isCustom ||= isJsonObject(custom)
    const part = isJsonObject(custom) ? custom : getMember(delta, "function")
    if (!isJsonObject(part)) return
    const name = getText(part, "name") ?? ""
    const input = getText(part, "arguments") ?? getText(part, "input") ?? ""
    budget.keep(name)
    budget.keep(input)
    found.name.push(name)
    found.input.push(input)
  }

  return {
    push: (chunk) => {
      const given = getMember(chunk, "id")
      if (typeof given === "string") id ??= given
      for (const choice of toObjects(getMember(chunk, "choices"))) {
        if (choice.index !== undefined && choice.index !== 0) continue
        const { delta } = choice
        if (isJsonObject(delta)) {
          for (const name of ["content", "refusal"]) {
            const text = getText(delta, name)
            if (text === undefined) continue
            budget.keep(text)
            const texts = message.get(name)
            if (texts === undefined) message.set(name, [text])
            else texts.push(text)
          }
          toObjects(delta.tool_calls).forEach(call)
        }
        reason ??= getText(choice, "finish_reason")
      }
    },
    response: () => {
      const whole = reason === undefined ? [] : [...calls].toSorted(([one], [other]) => one - other)
      return {
        ...(id === undefined ? {} : { id }),
        choices: [
          {
            message: {
              role: "assistant",
              content: message.get("content")?.join("") ?? null,
              refusal: message.get("refusal")?.join("") ?? null,
              ...(whole.length === 0 ? {} : { tool_calls: whole.map(([, one]) => toolCall(one)) })
            }
          }
        ]
      }
    }
  }
}

interface ChatCall {
  id: string | undefined
  isCustom: boolean
  readonly name: Array<string>
  readonly input: Array<string>
}

const toolCall = ({ id, isCustom, name, input }: ChatCall) => ({
  id: id ?? "",
  ...(isCustom
    ? { type: "custom", custom: { name: name.join(""), input: input.join("") } }
    : { type: "function", function: { name: name.join(""), arguments: input.join("") } })
})
