import { realpath } from "node:fs/promises"
import { type Args, type Json, pointerSteps, type ResourceDeclaration, ToolValidationError } from "@toolgate/core"

/**
 * Returns the arguments as a server gets them: each declared path absolute, with its links followed, and a fallback in the place of
 * an absent path. A server has a working folder and a way with links of its own, and would else use another file than was judged.
 */
export const handedArguments = async (
  args: Args,
  resources: ReadonlyArray<ResourceDeclaration>,
  workspace: string
): Promise<Record<string, Json>> => {
  const handed = structuredClone(args) as Record<string, Json>
  for (const declaration of resources) {
    if (declaration.kind !== "file" && declaration.kind !== "url") continue
    const { kind, arg, fallback } = declaration
    const steps = pointerSteps(arg) ?? []
    const name = steps.at(-1)
    const holder = steps.slice(0, -1).reduce<Json | undefined>(memberOf, handed)
    const given = name === undefined ? undefined : (memberOf(holder, name) ?? fallback)
    if (name === undefined || typeof given !== "string" || typeof holder !== "object" || holder === null)
      throw notThere(arg)
    const put = kind === "file" ? await real(given.startsWith("/") ? given : `${workspace}/${given}`, arg) : given
    Object.assign(holder, { [name]: put })
  }
  return handed
}

const memberOf = (holder: Json | undefined, name: string): Json | undefined =>
  typeof holder === "object" && holder !== null && Object.hasOwn(holder, name)
    ? (holder as { readonly [name: string]: Json })[name]
    : undefined

/** Returns where a path leads. What does not exist is beneath the folder that does. */
const real = async (path: string, arg: string): Promise<string> => {
  const missing: Array<string> = []
  for (let at = path.replace(/\/+$/, ""); ; ) {
    try {
      return [(await realpath(at === "" ? "/" : at)).replace(/\/$/, ""), ...missing].join("/") || "/"
    } catch (cause) {
      const end = at.lastIndexOf("/")
      const name = at.slice(end + 1)
      if ((cause as NodeJS.ErrnoException).code !== "ENOENT" || end < 0 || name === ".." || name === ".")
        throw notThere(arg)
      if (name !== "") missing.unshift(name)
      at = at.slice(0, end)
    }
  }
}

const notThere = (arg: string) => {
  const why = `The argument at "${arg}" names nothing that can be handed to the server.`
  return new ToolValidationError({ message: why, validationErrors: [why] })
}
