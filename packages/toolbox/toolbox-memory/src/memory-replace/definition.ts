import { defineTool, type Tool, toolOutput } from "@toolgate/core"
import { Type } from "typebox"
import { inMemory } from "../inMemory.ts"
import type { MemorySettings } from "../memorySettings.ts"
import { checkText, memoryId, memoryText, remembers } from "../remembers.ts"

/** Returns the tool that replaces the text of an entry of the memory. */
export const memoryReplaceWith = (settings: MemorySettings): Tool =>
  defineTool({
    ...remembers,
    name: "memory_replace",
    title: "Correct a memory",
    description:
      "Replaces the text of a note in the memory of this workspace, by its id, and returns the text that was there before. The tags stay.",
    parameters: Type.Object(
      { id: memoryId, text: memoryText("The whole new text. At most 16 KiB.") },
      { additionalProperties: false }
    ),
    output: Type.Object(
      { id: memoryId, previous: Type.String({ description: "The text before." }) },
      { additionalProperties: false }
    ),
    examples: [
      {
        description: "In an empty memory, there is nothing to replace.",
        args: { id: "m1", text: "Prices are kept in mills, as integers." },
        expect: { error: "not_found" }
      }
    ],
    execute: async ({ id, text }, context) => {
      checkText(text)
      const previous = await inMemory(settings, context, (memory) => memory.replace(id, text))
      return toolOutput({ value: { id, previous } })
    }
  })
