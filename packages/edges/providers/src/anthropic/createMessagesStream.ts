import type { Json, JsonObject } from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"
import type { ResponseStream, StreamOptions } from "../Format.ts"
import { StreamBudget } from "../round/StreamBudget.ts"
import { getMember, getText } from "../round/unknownJson.ts"
import type { AnthropicEvent, AnthropicResponse } from "./messagesWire.ts"
import { toInputObject } from "./toInputObject.ts"

/**
 * Accumulates the events of the Messages API. A block counts once the provider has ended it. A call's input stays text,
 * which the gate parses or refuses.
 */
export const createMessagesStream = (options?: StreamOptions): ResponseStream<AnthropicEvent, AnthropicResponse> => {
  const budget = new StreamBudget(options)
  const open = new Map<number, OpenBlock>()
  const done = new Map<number, JsonObject>()
  const message = new Map<string, Json>()

  return {
    push: (event) => {
      const index = getMember(event, "index")
      const at = typeof index === "number" ? index : -1
      switch (getMember(event, "type")) {
        case "message_start": {
          const given = getMember(event, "message")
          if (!isJsonObject(given)) return
          budget.keep(given)
          message.clear()
          for (const [name, value] of Object.entries(given)) message.set(name, value)
          return
        }
        case "content_block_start": {
          const block = getMember(event, "content_block")
          if (!isJsonObject(block)) return
          budget.keep(block)
          budget.room()
          open.set(at, { block, texts: new Map(), lists: new Map() })
          return
        }
        case "content_block_delta": {
          const found = open.get(at)
          const delta = getMember(event, "delta")
          if (found === undefined || !isJsonObject(delta)) return
          return add(found, delta, budget)
        }
        case "content_block_stop": {
          const found = open.get(at)
          if (found === undefined) return
          open.delete(at)
          done.set(at, ended(found))
          return
        }
        case "message_delta": {
          const delta = getMember(event, "delta")
          if (!isJsonObject(delta)) return
          budget.keep(delta)
          for (const [name, value] of Object.entries(delta)) message.set(name, value)
        }
      }
    },
    response: () => ({
      ...Object.fromEntries(message),
      content: [...done]
        .toSorted(([one], [other]) => one - other)
        .map(([, block]) => block) as unknown as AnthropicResponse["content"]
    })
  }
}

/** An unfinished block, with the parts of its members. */
interface OpenBlock {
  readonly block: JsonObject
  readonly texts: Map<string, Array<string>>
  readonly lists: Map<string, Array<Json>>
}

/** The members to which deltas append, by the delta's type and member. */
const texts: Readonly<Record<string, readonly [from: string, to: string] | undefined>> = {
  __proto__: null as never,
  text_delta: ["text", "text"],
  input_json_delta: ["partial_json", "input"],
  thinking_delta: ["thinking", "thinking"],
  signature_delta: ["signature", "signature"]
}

const add = ({ texts: held, lists }: OpenBlock, delta: JsonObject, budget: StreamBudget): undefined => {
  const type = getText(delta, "type") ?? ""
  const names = texts[type]
  if (names !== undefined) {
    const [from, to] = names
    const parts = held.get(to)
    const text = getText(delta, from) ?? ""
    budget.keep(text)
    if (parts === undefined) held.set(to, [text])
    else parts.push(text)
  } else if (type === "citations_delta" && delta.citation !== undefined) {
    budget.keep(delta.citation)
    const list = lists.get("citations")
    if (list === undefined) lists.set("citations", [delta.citation])
    else list.push(delta.citation)
  }
}

const ended = ({ block, texts: held, lists }: OpenBlock): JsonObject => {
  const added: Record<string, Json> = {}
  for (const [name, parts] of held) {
    const text = parts.join("")
    if (name === "input") added.input = block.type === "tool_use" && text !== "" ? text : toInputObject(text)
    else added[name] = name === "signature" ? text : `${getText(block, name) ?? ""}${text}`
  }
  for (const [name, list] of lists) {
    const given = block[name]
    added[name] = [...(Array.isArray(given) ? given : []), ...list]
  }
  return { ...block, ...added }
}
