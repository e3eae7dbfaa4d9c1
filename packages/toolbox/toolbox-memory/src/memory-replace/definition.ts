import { defineTool, type Tool, toolOutput } from "@toolgate/core"
import { Type } from "typebox"
import { changeMemory } from "../changeMemory.ts"
import type { MemorySettings } from "../memorySettings.ts"
import { checkText, createTextSchema, memoryId, remembers } from "../remembers.ts"

/** Returns the tool that replaces the text of an entry of the memory. */
export const createMemoryReplace = (settings: MemorySettings): Tool =>
  defineTool({
    ...remembers,
    name: "memory_replace",
    title: "Correct a memory",
    description:
      "Replaces the text of a note in the memory of this workspace, by its id, and returns the text that was there before. The tags stay.",
    parameters: Type.Object(
      { id: memoryId, text: createTextSchema("The whole new text. At most 16 KiB.") },
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
      const previous = await changeMemory(settings, context, (memory) => memory.replace(id, text))
      return toolOutput({ value: { id, previous } })
    }
  })
