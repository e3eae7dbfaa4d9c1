import { readlink, realpath } from "node:fs/promises"
import {
  type Args,
  type FileDeclaration,
  type Json,
  listArgumentPointers,
  type ResourceDeclaration,
  type ToolContext,
  ToolValidationError
} from "@toolgate/core"
import { parsePointer } from "@toolgate/core/json"

/** The part of a call's context that was judged. */
type Judged = Pick<ToolContext, "workspace" | "resources">

/**
 * Returns the arguments for a server, with each declared path absolute and its links resolved, and fallbacks filled in.
 * A server resolves paths differently, and could otherwise open another file than the judged one. Refuses a path whose
 * target has changed since the call was judged.
 */
export const resolveArguments = async (
  args: Args,
  declarations: ReadonlyArray<ResourceDeclaration>,
  judged: Judged
): Promise<Args> => {
  if (declarations.length === 0) return args
  const handed = structuredClone(args) as Record<string, Json>
  for (const declaration of declarations) {
    if (declaration.kind !== "file" && declaration.kind !== "url") continue
    const { kind, arg, fallback } = declaration
    const mayBeAbsent = kind === "file" && declaration.absent === "nothing"
    const places = listArgumentPointers(args, arg)
    if (places === undefined) throw notThere(arg)
    for (const place of places) {
      if (mayBeAbsent && isAbsentAt(handed, place)) continue
      const [holder, name] = holderAt(handed, place, arg)
      const given = memberOf(holder, name) ?? fallback
      if (typeof given !== "string") throw notThere(place)
      const put = kind === "file" ? await judgedPath(declaration, given, judged, place) : given
      Object.assign(holder, { [name]: put })
    }
  }
  return handed
}

/**
 * Returns the object or list that contains an argument, and the key in it. Creates an absent list whose items are
 * declared.
 */
const holderAt = (handed: Json, place: string, arg: string): readonly [object, string] => {
  const steps = parsePointer(place) ?? []
  const declared = parsePointer(arg) ?? []
  let holder: Json | undefined = handed
  for (const [at, step] of steps.slice(0, -1).entries()) {
    const next = memberOf(holder, step)
    if (next === undefined && declared[at + 1] === "*" && isObject(holder)) Object.assign(holder, { [step]: [] })
    holder = memberOf(holder, step)
  }
  const name = steps.at(-1)
  if (name === undefined || !isObject(holder)) throw notThere(place)
  return [holder, name]
}

const isAbsentAt = (handed: Json, place: string): boolean => {
  let value: Json | undefined = handed
  for (const step of parsePointer(place) ?? []) value = memberOf(value, step)
  return value === undefined
}

const isObject = (value: Json | undefined): value is Exclude<Json, null | string | number | boolean> =>
  typeof value === "object" && value !== null

const memberOf = (holder: Json | object | undefined, name: string): Json | undefined =>
  typeof holder === "object" && holder !== null && Object.hasOwn(holder, name)
    ? (holder as { readonly [name: string]: Json })[name]
    : undefined

const judgedPath = async (
  { mode }: FileDeclaration,
  given: string,
  { workspace, resources }: Judged,
  place: string
): Promise<string> => {
  const path = await real(given.startsWith("/") ? given : `${workspace}/${given}`, place)
  const isJudged = resources.some((one) => one.kind === "file" && one.path === path && one.mode === mode)
  if (isJudged) return path
  throw refusal(`The path at "${place}" leads elsewhere since the call was judged. Make the call again.`)
}

/**
 * Resolves the links of a path. For a missing file, resolves its nearest existing folder, or the target of a dangling
 * link.
 */
const real = async (path: string, place: string): Promise<string> => {
  const missing: Array<string> = []
  let links = 0
  for (let at = path.replace(/(?<!\/)\/+$/, ""); ; ) {
    try {
      return [(await realpath(at === "" ? "/" : at)).replace(/\/$/, ""), ...missing].join("/") || "/"
    } catch (cause) {
      const end = at.lastIndexOf("/")
      const name = at.slice(end + 1)
      if ((cause as NodeJS.ErrnoException).code !== "ENOENT" || end < 0 || name === ".." || name === ".")
        throw notThere(place)
      const target = await readlink(at).catch(() => undefined)
      if (target !== undefined) {
        if (++links > mostLinks) throw notThere(place)
        at = target.startsWith("/") ? target : `${at.slice(0, end)}/${target}`
      } else {
        if (name !== "") missing.unshift(name)
        at = at.slice(0, end)
      }
    }
  }
}

/** The limit for links in a path. The gate has the same limit. */
const mostLinks = 40

const notThere = (place: string) => refusal(`The argument at "${place}" cannot be passed to the server.`)

const refusal = (why: string) => new ToolValidationError({ message: why, validationErrors: [why], executed: "no" })
