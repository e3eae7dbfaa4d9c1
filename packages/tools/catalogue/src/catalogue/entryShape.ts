import {
  type JsonObject,
  type SideEffect,
  sideEffectClasses,
  sideEffects,
  type Tool,
  type ToolExample
} from "@toolgate/core"
import { toolName } from "@toolgate/policy-files"
import { ErrorClass } from "@toolgate/wire"
import {
  anyText,
  callers,
  duration,
  type FileReading,
  flag,
  jsonObject,
  jsonValue,
  type Key,
  type Located,
  listOf,
  locateEntries,
  mapOf,
  type NameShape,
  oneOf,
  type RecordValues,
  recordOf,
  resource,
  type Shape,
  textOf
} from "@toolgate/yaml-reading"
import { implementation } from "./implementationShape.ts"
import { outputSchema, parameters } from "./schemaShape.ts"

const workspacePaths: NameShape<string> = {
  step: "PATH",
  schema: { minLength: 1, maxLength: 4096 },
  read: (path, at, reading) =>
    /^$|^\/|^[A-Za-z]:|\\|[\p{Cc}\p{Cs}]/u.test(path) || path.length > 4096 || path.split("/").some(isStep)
      ? reading.fault(
          at,
          () =>
            `${JSON.stringify(path.slice(0, 64))} is not the path of a file in the workspace: write it as in "src/a.txt"`
        )
      : path
}

const isStep = (name: string): boolean => name === "" || name === "." || name === ".."

const expectation: Shape<ToolExample["expect"]> = recordOf(
  "an expectation",
  {
    value: { shape: jsonValue, description: "The structured result.", absent: "any" },
    text: { shape: anyText, description: "The text of the result, ignoring blanks at its end.", absent: "any" },
    error: {
      shape: oneOf("class of errors", ErrorClass.enum),
      description: "The class of the failure.",
      absent: "the call succeeds"
    }
  },
  ({ value, text, error }, at, reading) => {
    if (error !== undefined && (value !== undefined || text !== undefined))
      return reading.fault(at, () => 'a call that is expected to fail has no result: leave out "error", or the rest')
    return {
      ...(value === undefined ? {} : { value }),
      ...(text === undefined ? {} : { text }),
      ...(error === undefined ? {} : { error })
    }
  }
)

const example: Shape<ToolExample> = recordOf(
  "an example",
  {
    description: { shape: anyText, description: "What the example shows.", absent: "none" },
    args: { shape: jsonObject, description: "The arguments of the call.", absent: "{}" },
    files: {
      shape: mapOf("a map of files", workspacePaths, anyText),
      description: "The files of the workspace, by their paths, with their texts.",
      absent: "the workspace is empty"
    },
    expect: { shape: expectation, description: "How the call ends.", absent: undefined }
  },
  ({ description, args = noArgs, files, expect = {} }) => ({
    ...(description === undefined ? {} : { description }),
    args,
    ...(files === undefined ? {} : { files: Object.fromEntries(files) }),
    expect
  })
)

const noArgs: JsonObject = {}

const line: Shape<string> = textOf("a string", (text, { node, label }, reading) =>
  text.trim() === "" ? reading.fault(node.at, () => `${label} is blank`) : text
)

const optional = <A>(shape: Shape<A>, description: string, absent: string): Key<Located<A>> => ({
  shape: locateEntries(shape),
  description,
  absent
})

const risks = ["SAFE", "LOW", "MEDIUM", "HIGH", "CRITICAL"] as const satisfies ReadonlyArray<Tool["risk"]>
const permissions = ["network", "filesystem", "shell", "compute"] as const
/** The categories of tools. Policies restrict roles by category, so a misspelt category would escape the restriction. */
const categories = "web data code math system archive memory llm routing computer".split(" ")
const effects = Object.keys(sideEffects) as ReadonlyArray<SideEffect>

/** The risk levels in ascending order. */
export const risksFromLeast: ReadonlyArray<Tool["risk"]> = risks

const keys = {
  name: { shape: locateEntries(toolName), description: "The name of the tool.", absent: undefined },
  aliases: optional(listOf("a list of names", locateEntries(toolName)), "Further names of the tool.", "none"),
  title: optional(line, "A title for people.", "the name"),
  description: optional(
    line,
    "What the tool does, for the model that calls it.",
    "that of the known tool; a new tool needs one"
  ),
  category: optional(oneOf("category", categories), "The category of the tool, by which roles are restricted.", "none"),
  permission: optional(oneOf("permission type", permissions), "The permission type of the tool.", "none"),
  parameters: optional(parameters, "The arguments of a call.", "none"),
  output: optional(outputSchema, "The schema of a structured result.", "not checked"),
  side_effects: optional(
    listOf("a list of side effects", oneOf("side effect", effects)),
    "The effects of a call.",
    "those of the class"
  ),
  class: optional(
    oneOf("side-effect class", sideEffectClasses),
    "The class of what the tool is able to do at most. It may be higher than what follows from the rest.",
    "the least that the side effects and the implementation imply"
  ),
  destructive: optional(flag, "Whether a call may destroy something, so that a person is asked.", "false"),
  risk: optional(oneOf("risk", risks), "The risk of a call.", "SAFE"),
  allowed_callers: optional(callers, "Who may call the tool: agents, and scripts of other tools.", "[direct]"),
  timeout: optional(duration, "The time of a call.", "10m for a tool of the classes EXECUTE and NETWORK, otherwise 1m"),
  resources: optional(
    listOf("a list of resources", locateEntries(resource)),
    "What the arguments point at.",
    "nothing"
  ),
  lazy_schema: optional(flag, "Whether a model first gets only the name and the description.", "false"),
  requires_workspace: optional(flag, "Whether the tool works only on the workspace.", "false"),
  examples: optional(listOf("a list of examples", example), "Calls, each with its expected result.", "none"),
  implementation: optional(implementation, "How the tool runs.", "the entry annotates the known tool of this name")
} as const

/** An entry of a catalogue, with the position of each value. */
export type ToolEntry = RecordValues<typeof keys> & {
  readonly name: Located<string>
  readonly at: number
  readonly reading: FileReading
}

/** The key of an entry. */
export type EntryKey = keyof typeof keys

/** The shape of a tool in a catalogue. */
export const entry: Shape<ToolEntry> = recordOf("a tool", keys, ({ name, ...given }, at, reading) =>
  name === undefined ? undefined : { ...given, name, at, reading }
)
