import { quoted } from "@toolgate/core"
import {
  anyText,
  argumentPointer,
  jsonObject,
  type Key,
  type Located,
  listOf,
  locateEntries,
  mapOf,
  type NameShape,
  oneOf,
  type RecordValues,
  recordOf,
  type Shape,
  textOf
} from "@toolgate/yaml-reading"
import { httpShape } from "../http/httpShape.ts"

const plainText: Shape<string> = textOf("a string", (text, { node, label }, reading) =>
  text.length > 32_768 || text.includes("\0")
    ? reading.fault(node.at, () => `${label} is longer than 32768 characters, or contains the character U+0000`)
    : text
)

const filePath: Shape<string> = textOf("a path", (text, { node }, reading) =>
  text === "" || text.length > 4096 || /[\p{Cc}\p{Cs}]/u.test(text)
    ? reading.fault(node.at, () => `the path ${quoted(text)} is empty, too long, or has a control character`)
    : text
)

const variables: NameShape<string> = {
  step: "NAME",
  schema: { pattern: "^[A-Za-z_][A-Za-z0-9_]{0,255}$" },
  read: (name, at, reading) =>
    /^[A-Za-z_]\w{0,255}$/.test(name)
      ? name
      : reading.fault(at, () => `${quoted(name)} is not the name of a variable: use letters, digits and "_"`)
}

const providers: NameShape<string> = {
  step: "PROVIDER",
  schema: { minLength: 1, maxLength: 64 },
  read: (name, at, reading) =>
    /^[a-z0-9_-]{1,64}$/.test(name)
      ? name
      : reading.fault(at, () => `${quoted(name)} is not the name of a provider, such as openai, anthropic or gemini`)
}

const places = listOf("a list of arguments", argumentPointer)
const ways = oneOf("way of input", ["stdin", "argument", "words"])

const input: Shape<"stdin" | "argument" | "words" | ReadonlyArray<string>> = {
  type: `${ways.type}, or a list of arguments`,
  schema: { anyOf: [ways.schema, places.schema] },
  beneath: [],
  read: (entry, reading) => (entry.node.kind === "list" ? places.read(entry, reading) : ways.read(entry, reading))
}

const optional = <A>(shape: Shape<A>, description: string, absent: string): Key<Located<A>> => ({
  shape: locateEntries(shape),
  description,
  absent
})

const keys = {
  command: optional(
    listOf("a list of words, the program first", plainText),
    "A program and its words. No shell reads them. `{name}` in a word stands for an argument.",
    "the tool is not a command"
  ),
  wasm: optional(filePath, "A WebAssembly module, by its path from the catalogue.", "the tool is not a module"),
  script: optional(
    filePath,
    "A module in JavaScript or TypeScript, by its path from the catalogue.",
    "the tool is not a script"
  ),
  http: optional(httpShape, "An HTTP request to a fixed host.", "the tool is not a request"),
  builtin: optional(
    anyText,
    "A known tool, which gets a second name and may be tightened.",
    "the tool is not made from another"
  ),
  provider_specs: optional(
    mapOf("a map of providers", providers, jsonObject),
    "What each model provider gets as the declaration of a tool that it runs itself.",
    "the tool is not hosted"
  ),
  input: optional(
    input,
    "How the arguments reach the program of a command.",
    "words if a word has a placeholder, otherwise stdin"
  ),
  output: optional(
    oneOf("format of output", ["text", "json"]),
    "What the program or the module prints: text, or one JSON value.",
    "text for a command, json for a module"
  ),
  folder: optional(
    filePath,
    "The folder of the tool's own files, by its path from the catalogue. A confined program sees it, read-only.",
    "the program sees the system and the workspace"
  ),
  env: optional(
    mapOf("a map of variables", variables, plainText),
    "Constant variables of the program or the module.",
    "none"
  )
} as const

/** The ways to run a tool. An implementation has exactly one. */
const kinds = ["command", "wasm", "script", "http", "builtin", "provider_specs"] as const

/** An implementation in a catalogue: one way to run the tool, with its settings. */
export type WrittenImplementation = RecordValues<typeof keys> & {
  readonly at: number
  readonly kind: (typeof kinds)[number]
}

/** The settings that each way accepts. */
const settings: Readonly<Record<"input" | "output" | "folder" | "env", ReadonlyArray<WrittenImplementation["kind"]>>> =
  {
    input: ["command"],
    output: ["command", "wasm"],
    folder: ["command"],
    env: ["command", "wasm"]
  }

/** The shape of the way in which a tool runs. */
export const implementation: Shape<WrittenImplementation> = recordOf(
  "an implementation",
  keys,
  (given, at, reading) => {
    const [kind, second] = kinds.filter((one) => given[one] !== undefined)
    if (kind === undefined)
      return reading.fault(at, () => `an implementation needs one of the keys ${kinds.join(", ")}`)
    if (second !== undefined)
      return reading.fault(
        given[second]?.at ?? at,
        () => `an implementation has one way to run: "${kind}" or "${second}"`
      )
    for (const name of Object.keys(settings) as Array<keyof typeof settings>) {
      const setting = given[name]
      if (setting !== undefined && !settings[name].includes(kind))
        return reading.fault(
          setting.at,
          () => `the key "${name}" is for ${settings[name].join(" and ")}, and this implementation is "${kind}"`
        )
    }
    return { ...given, at, kind }
  }
)
