import { defineTool, type Tool, toolOutput } from "@toolgate/core"
import { Type } from "typebox"
import { changeMemory } from "../changeMemory.ts"
import type { MemorySettings } from "../memorySettings.ts"
import { checkText, createTextSchema, memoryId, remembers } from "../remembers.ts"

/** Returns the tool that replaces several entries of the memory with one. */
export const createMemoryConsolidate = (settings: MemorySettings): Tool =>
  defineTool({
    ...remembers,
    name: "memory_consolidate",
    title: "Consolidate memories",
    description:
      "Replaces 2 to 50 notes in the memory of this workspace with one, in one step. The new note gets their tags. Nothing is changed if one of them was superseded already.",
    parameters: Type.Object(
      {
        ids: Type.Array(memoryId, { minItems: 2, maxItems: 50, uniqueItems: true }),
        text: createTextSchema("The text that says what all of them said. At most 16 KiB.")
      },
      { additionalProperties: false }
    ),
    output: Type.Object(
      {
        id: memoryId,
        superseded: Type.Array(memoryId, { description: "The notes that the new one replaces." })
      },
      { additionalProperties: false }
    ),
    examples: [
      {
        description: "In an empty memory, there is nothing to consolidate.",
        args: { ids: ["m1", "m2"], text: "Prices and weights are kept as integers, in cents and in grams." },
        expect: { error: "not_found" }
      }
    ],
    execute: async ({ ids, text }, context) => {
      checkText(text)
      const id = await changeMemory(settings, context, (memory) => memory.consolidate(ids, text))
      return toolOutput({ value: { id, superseded: ids } })
    }
  })
