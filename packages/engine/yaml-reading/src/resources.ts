import { hasItemStep, quoted, type ResourceDeclaration } from "@toolgate/core"
import { recordOf } from "./recordOf.ts"
import type { Shape } from "./Shape.ts"
import { anyText, count, oneOf, textOf } from "./scalars.ts"

/** The shape of a path into the arguments of a call. The result is a JSON pointer. */
export const argumentPointer: Shape<string> = textOf(
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

const hostName: Shape<string> = textOf("a host", (text, { node }, reading) =>
  URL.parse(`http://${text}/`)?.hostname === text && !text.endsWith(".")
    ? text
    : reading.fault(
        node.at,
        () => `${quoted(text)} is not a host as in a URL: write it in lower case, without a scheme or a port`
      )
)

/** The kinds of resources that a key is for. Keys that are not listed are for all kinds. */
const only: Readonly<
  Record<
    "arg" | "mode" | "within" | "fallback" | "absent" | "host" | "port",
    ReadonlyArray<ResourceDeclaration["kind"]>
  >
> = {
  arg: ["file", "url", "shell", "argv"],
  mode: ["file"],
  within: ["file"],
  fallback: ["file", "url"],
  absent: ["file"],
  host: ["host"],
  port: ["host"]
}

/** The shape of one resource declaration of a tool. */
export const resource: Shape<ResourceDeclaration> = recordOf(
  "a resource",
  {
    kind: {
      shape: oneOf("kind of resource", ["file", "url", "shell", "argv", "host"]),
      description: "The kind of thing that the argument names. A `host` is reached by every call, and has no argument.",
      absent: undefined
    },
    arg: {
      shape: argumentPointer,
      description:
        'The argument, by its name or by a JSON pointer ("/options/path"). A step "*" stands for each item of a list ("/paths/*").',
      absent: "required, except for a host"
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
    },
    absent: {
      shape: oneOf("meaning of an absent path", ["nothing"]),
      description:
        "`nothing`: a call without the argument uses no file, because it is given a text instead. Not together with `fallback`.",
      absent: "a call without the argument is refused"
    },
    host: { shape: hostName, description: "The host that every call reaches.", absent: "required for a host" },
    port: { shape: count(1, 65_535), description: "The port of the host.", absent: "443" }
  },
  (given, at, reading): ResourceDeclaration | undefined => {
    const { kind = "file", arg, mode, within, fallback, absent, host, port = 443 } = given
    const misplaced = (Object.keys(only) as Array<keyof typeof only>).find(
      (key) => given[key] !== undefined && !only[key].includes(kind)
    )
    if (misplaced !== undefined)
      return reading.fault(
        at,
        () =>
          `the key "${misplaced}" is for a resource of the kind ${only[misplaced].map((each) => `"${each}"`).join(" or ")}, and this one is "${kind}"`
      )
    if (kind === "host")
      return host === undefined
        ? reading.fault(at, () => 'a resource of the kind "host" needs the key "host"')
        : { kind, host, port }
    if (arg === undefined) return reading.fault(at, () => `a resource of the kind "${kind}" needs the key "arg"`)
    if (kind === "file") {
      if (mode === undefined) return reading.fault(at, () => 'a resource of the kind "file" needs the key "mode"')
      if (absent !== undefined && fallback !== undefined)
        return reading.fault(at, () => 'a resource has the key "fallback" or the key "absent", and not both')
      return {
        kind,
        arg,
        mode,
        within: within ?? "workspace",
        ...(fallback === undefined ? {} : { fallback }),
        ...(absent === undefined ? {} : { absent })
      }
    }
    if (kind !== "url" && hasItemStep(arg))
      return reading.fault(at, () => `a resource of the kind "${kind}" cannot be a list; only files and URLs can`)
    if (kind === "url") return { kind, arg, ...(fallback === undefined ? {} : { fallback }) }
    return { kind, arg }
  }
)
