import { quoted, type RegisteredTool, type ToolDefinition } from "@toolgate/core"

/** Returns the name and the aliases of a definition. */
export const listNames = ({ name, aliases }: ToolDefinition): ReadonlyArray<string> => [name, ...aliases]

/**
 * Returns the names of a definition that belong to another tool. A tool that gives up its names takes none. If the other
 * tool has another owner, the problem names both owners.
 */
export const listCollisions = (
  definition: ToolDefinition,
  get: (name: string) => RegisteredTool | undefined,
  givesUp: (holder: RegisteredTool) => boolean
): ReadonlyArray<string> =>
  listNames(definition).flatMap((name) => {
    const holder = get(name)
    return holder === undefined || givesUp(holder) ? [] : [describeCollision(name, holder.definition, definition)]
  })

/** Returns the problem of a definition whose name another tool has. */
export const describeCollision = (name: string, holder: ToolDefinition, definition: ToolDefinition): string => {
  const taken = `the name "${name}" is taken by the tool "${holder.name}"`
  return holder.owner === definition.owner
    ? taken
    : `${taken} of ${ownerOf(holder)}, and this tool is of ${ownerOf(definition)}`
}

const ownerOf = ({ owner }: ToolDefinition) => (owner === undefined ? "the app" : quoted(owner))
