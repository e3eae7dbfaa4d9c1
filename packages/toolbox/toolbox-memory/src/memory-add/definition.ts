import { defineTool, type Tool, toolOutput } from "@toolgate/core"
import { Type } from "typebox"
import { changeMemory } from "../changeMemory.ts"
import type { MemorySettings } from "../memorySettings.ts"
import { checkText, createTextSchema, memoryId, remembers } from "../remembers.ts"

/** Returns the tool that adds an entry to the memory. */
export const createMemoryAdd = (settings: MemorySettings): Tool =>
  defineTool({
    ...remembers,
    name: "memory_add",
    title: "Remember",
    description:
      "Adds a note to the memory of this workspace, which later sessions can read. Keep what will still be true and useful then, one thing in each note, and no secrets. Returns its id.",
    parameters: Type.Object(
      {
        text: createTextSchema("What to remember, understandable without this conversation. At most 16 KiB."),
        tags: Type.Optional(
          Type.Array(Type.String({ pattern: "^[^\\s\\p{C}](?:[^\\p{C}]{0,62}[^\\s\\p{C}])?$" }), {
            maxItems: 16,
            uniqueItems: true,
            description: 'Words to find it by, such as "style" or "deployment".'
          })
        )
      },
      { additionalProperties: false }
    ),
    output: Type.Object({ id: memoryId }, { additionalProperties: false }),
    examples: [
      {
        args: { text: "Prices are kept in cents, as integers.", tags: ["style"] },
        expect: { value: { id: "m1" } }
      },
      { description: "A blank text is not stored.", args: { text: " " }, expect: { error: "validation_error" } }
    ],
    execute: async ({ text, tags = [] }, context) => {
      checkText(text)
      return toolOutput({ value: { id: await changeMemory(settings, context, (memory) => memory.add(text, tags)) } })
    }
  })
