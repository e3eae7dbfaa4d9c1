import {
  type Args,
  type Gated,
  hasItemStep,
  type Json,
  listArgumentPointers,
  type Refused,
  type ResolvedPath,
  type Resource,
  type ResourceDeclaration,
  Resources,
  refused
} from "@toolgate/core"
import { loadShellSyntax, type ShellSyntax } from "@toolgate/shell"
import { readGrammarFiles } from "@toolgate/shell/files"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { PathPins } from "./PathPins.ts"
import { resolveCommand, resolveWords } from "./resolveCommand.ts"
import { resolveFile } from "./resolveFile.ts"
import { resolveUrl } from "./resolveUrl.ts"

type Pins = PathPins["Service"]

/** The `Resources` port, built on `PathPins`. */
export const layer = Layer.effect(
  Resources,
  Effect.map(PathPins, (pins) => {
    // The grammar takes a megabyte, so it is loaded on first use.
    let shell: ShellSyntax | undefined
    const loaded = Effect.map(
      Effect.promise(() => loadShellSyntax(readGrammarFiles)),
      (syntax) => {
        shell = syntax
        return syntax
      }
    )
    return {
      resolve: ({ resources }, args, { workspace }) => {
        if (resources.length === 0) return nothing
        if (shell !== undefined || !resources.some(isCommand))
          return resolveAll(pins, shell, resources, args, workspace)
        return Effect.flatMap(loaded, (syntax) => resolveAll(pins, syntax, resources, args, workspace))
      }
    }
  })
)

const nothing = Effect.succeed<ReadonlyArray<Resource>>(Object.freeze([]))

const isCommand = ({ kind }: ResourceDeclaration): boolean => kind === "shell" || kind === "argv" || kind === "command"

const resolveAll = (
  pins: Pins,
  shell: ShellSyntax | undefined,
  declarations: ReadonlyArray<ResourceDeclaration>,
  args: Args,
  workspace: ResolvedPath
): Gated<ReadonlyArray<Resource>> => {
  const resources: Array<Resource> = []
  for (const declaration of placesOf(declarations, args)) {
    if ("why" in declaration) return Effect.fail(declaration)
    const resolved = resolveOne(pins, shell, declaration, args, workspace)
    if ("why" in resolved) return Effect.fail(resolved)
    if ("kind" in resolved) resources.push(resolved)
    else resources.push(...resolved)
  }
  return Effect.succeed(resources)
}

/**
 * Expands "*" in the declarations to one declaration for each list item. An argument that is not a list becomes a
 * refusal.
 */
const placesOf = (
  declarations: ReadonlyArray<ResourceDeclaration>,
  args: Args
): ReadonlyArray<ResourceDeclaration | Refused> =>
  declarations.some((one) => "arg" in one && hasItemStep(one.arg))
    ? declarations.flatMap((declaration): ReadonlyArray<ResourceDeclaration | Refused> => {
        if (!("arg" in declaration)) return [declaration]
        const { arg } = declaration
        return listArgumentPointers(args, arg)?.map((place) => ({ ...declaration, arg: place })) ?? [notListed(arg)]
      })
    : declarations

const notListed = (arg: string) =>
  refused("InvalidArgs", `The argument "${arg.slice(1)}" must be a list at the "*", and name at most 256 paths.`, {
    arg
  })

const resolveOne = (
  pins: Pins,
  shell: ShellSyntax | undefined,
  declaration: ResourceDeclaration,
  args: Args,
  workspace: ResolvedPath
): Resource | ReadonlyArray<Resource> | Refused => {
  switch (declaration.kind) {
    case "host":
      return { kind: "host", host: declaration.host, port: declaration.port }
    case "file":
      return resolveFile(pins, declaration, argumentAt(args, declaration.arg), workspace)
    case "url":
      return resolveUrl(declaration, argumentAt(args, declaration.arg))
  }
  // `resolve` loads the grammar before it resolves a command, so `shell` is defined here.
  if (shell === undefined) return notLoaded
  return declaration.kind === "command"
    ? resolveWords(pins, shell, declaration, args, workspace)
    : resolveCommand(pins, shell, declaration, argumentAt(args, declaration.arg), workspace)
}

const notLoaded: ReadonlyArray<Resource> = [{ kind: "opaque", reason: "No shell grammar is loaded." }]

/**
 * Returns the value at a JSON pointer (RFC 6901), using own properties only. Returns `undefined` for a missing
 * property, and `null` if the pointer leads through a value without properties.
 */
const argumentAt = (args: Args, pointer: string): Json | undefined => {
  if (pointer === "") return args
  if (pointer[0] !== "/") return null
  let value: Json | undefined = args
  for (const token of pointer.slice(1).split("/")) {
    if (typeof value !== "object" || value === null) return null
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~")
    if (!Object.hasOwn(value, name)) return undefined
    value = (value as { readonly [name: string]: Json })[name]
  }
  return value
}
