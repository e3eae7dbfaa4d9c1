import type { ContentBlock, JsonObject, ToolExecution } from "@toolgate/core"
import { isJsonObject } from "@toolgate/core/json"
import type { TurnItem } from "../Format.ts"
import { modelBlocks } from "../modelText.ts"
import type { AnswerPayload } from "../ProviderTool.ts"

/** The answer to an item, before a format writes it. */
export interface ItemAnswer {
  readonly item: TurnItem
  readonly executions: ReadonlyArray<ToolExecution>
  /** The members of a provider tool's answer, in the provider's form. */
  readonly payload: JsonObject | undefined
  readonly blocks: ReadonlyArray<ContentBlock>
  readonly isError: boolean
  /** A text for the model that does not fit into the answer. */
  readonly note?: string
}

/** Returns one answer for each item of a turn. A call without an execution gets a sentence that says so. */
export const answerItems = (
  items: ReadonlyArray<TurnItem>,
  executions: ReadonlyArray<ToolExecution>
): ReadonlyArray<ItemAnswer> => {
  const byId = new Map<string, ToolExecution>()
  // The first execution counts. A repeated id belongs to another call.
  for (const execution of executions) if (!byId.has(execution.callId)) byId.set(execution.callId, execution)
  return items.map((item) => {
    const own = item.callIds.flatMap((id) => byId.get(id) ?? [])
    if (own.length < item.callIds.length)
      return {
        item,
        executions: own,
        payload: undefined,
        blocks: [...own.flatMap(modelBlocks), notMade],
        isError: true
      }
    const payload = payloadOf(item, own)
    const isError = own.some(({ success }) => !success)
    if (payload === undefined) return { item, executions: own, payload, blocks: own.flatMap(modelBlocks), isError }
    if ("item" in payload)
      return {
        item,
        executions: own,
        payload: payload.item,
        blocks: own.flatMap(modelBlocks),
        isError,
        ...(typeof payload.note === "string" && payload.note !== "" ? { note: payload.note } : {})
      }
    return { item, executions: own, payload: undefined, blocks: payload.content, isError: payload.isError ?? isError }
  })
}

const payloadOf = (item: TurnItem, executions: ReadonlyArray<ToolExecution>): AnswerPayload | undefined => {
  try {
    const made = item.handled?.(executions) as AnswerPayload | undefined
    if (made === undefined) return undefined
    if ("item" in made) return isJsonObject(made.item) ? made : undefined
    return Array.isArray(made.content) ? made : undefined
  } catch {
    return undefined
  }
}

const notMade: ContentBlock = { type: "text", text: "The call has no result: it was not made, or its result was lost." }
