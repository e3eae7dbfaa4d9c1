import { quoted, type RegisteredTool, type ToolDefinition } from "@toolgate/core"

/** Returns the name and aliases of a definition. */
export const listNames = ({ name, aliases }: ToolDefinition): ReadonlyArray<string> => [name, ...aliases]

/** Lists a definition's names that belong to another tool. A problem with a tool of another owner names both owners. */
export const listCollisions = (
  definition: ToolDefinition,
  get: (name: string) => RegisteredTool | undefined,
  givesUp: (holder: RegisteredTool) => boolean
): ReadonlyArray<string> =>
  listNames(definition).flatMap((name) => {
    const holder = get(name)
    return holder === undefined || givesUp(holder) ? [] : [describeCollision(name, holder.definition, definition)]
  })

/** Describes the conflict with the tool that has the name. */
export const describeCollision = (name: string, holder: ToolDefinition, definition: ToolDefinition): string => {
  const taken = `the name "${name}" is taken by the tool "${holder.name}"`
  return holder.owner === definition.owner
    ? taken
    : `${taken} of ${ownerOf(holder)}, and this tool is of ${ownerOf(definition)}`
}

const ownerOf = ({ owner }: ToolDefinition) => (owner === undefined ? "the app" : quoted(owner))
