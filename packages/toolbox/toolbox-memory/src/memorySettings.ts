import { type Static, Type } from "typebox"

/**
 * The schema of the memory tools' settings: the section `memory` of `toolbox.yaml`, and the options of `memoryTools`.
 */
export const memorySettings = Type.Object(
  {
    folder: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description:
          'The folder with a file for the memory of each workspace: an absolute path, or one that begins with "~/". It must be outside the workspaces. Default: ~/.local/state/toolgate/memory.'
      })
    )
  },
  { additionalProperties: false }
)

/** The settings of the memory tools. */
export type MemorySettings = Static<typeof memorySettings>
