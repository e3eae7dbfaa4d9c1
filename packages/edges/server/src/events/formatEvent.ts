import type { ToolEvent } from "@toolgate/core"
import { encode, ToolEvent as ToolEventForm } from "@toolgate/wire"

/** Formats an event for a stream. JSON escapes line breaks, so no text of a call can begin another event. */
export const formatEvent = (id: string, event: ToolEvent): string =>
  `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(encode(ToolEventForm, event))}\n\n`

/** Formats the news that a listener missed events. `count` is absent if the number is not known. */
export const formatLoss = (id: string, count: number | undefined): string =>
  `id: ${id}\nevent: events.lost\ndata: ${JSON.stringify(count === undefined ? {} : { count })}\n\n`
