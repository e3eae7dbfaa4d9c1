import { isOfItems, quoted, type ResourceDeclaration } from "@toolgate/core"
import { recordOf } from "./recordOf.ts"
import type { Shape } from "./Shape.ts"
import { anyText, oneOf, textOf } from "./scalars.ts"

/** The shape of a place in the arguments of a call. The result is a JSON pointer. */
export const argumentPlace: Shape<string> = textOf(
  "the name of an argument, or a JSON pointer",
  (text, { node }, reading) => {
    if (/^(?:\/(?:[^~/]|~[01])+)+$/.test(text)) return text
    if (text !== "" && !/[/~]/.test(text)) return `/${text}`
    return reading.fault(
      node.at,
      () => `${quoted(text)} is neither the name of an argument nor a JSON pointer, as in "/options/path"`
    )
  }
)

/** The shape of one declaration of what an argument of a tool points at. */
export const resource: Shape<ResourceDeclaration> = recordOf(
  "a resource",
  {
    kind: {
      shape: oneOf("kind of resource", ["file", "url", "shell", "argv"]),
      description: "The kind of thing that the argument names.",
      absent: undefined
    },
    arg: {
      shape: argumentPlace,
      description:
        'The argument, by its name or by a JSON pointer ("/options/path"). A step "*" stands for each item of a list ("/paths/*").',
      absent: undefined
    },
    mode: {
      shape: oneOf("mode", ["r", "w", "rw"]),
      description: "Whether the tool reads the file, writes it, or both.",
      absent: "required for a file"
    },
    within: {
      shape: oneOf("root", ["workspace", "host"]),
      description: "The root that the path must not leave.",
      absent: "workspace"
    },
    fallback: {
      shape: anyText,
      description: "The path or URL that is meant if the argument is left out.",
      absent: "a call without the argument is refused"
    }
  },
  ({ kind = "file", arg = "", mode, within, fallback }, at, reading): ResourceDeclaration | undefined => {
    if (kind === "file") {
      if (mode === undefined) return reading.fault(at, () => 'a resource of the kind "file" needs the key "mode"')
      return { kind, arg, mode, within: within ?? "workspace", ...(fallback === undefined ? {} : { fallback }) }
    }
    const misplaced = mode !== undefined ? "mode" : within !== undefined ? "within" : undefined
    if (misplaced !== undefined)
      return reading.fault(
        at,
        () => `the key "${misplaced}" is for a resource of the kind "file", and this one is "${kind}"`
      )
    if (kind !== "url" && isOfItems(arg))
      return reading.fault(at, () => `a list holds files or URLs, and a resource of the kind "${kind}" is no list`)
    if (kind === "url") return { kind, arg, ...(fallback === undefined ? {} : { fallback }) }
    return fallback === undefined
      ? { kind, arg }
      : reading.fault(at, () => `the key "fallback" is for files and URLs, and this resource is "${kind}"`)
  }
)
