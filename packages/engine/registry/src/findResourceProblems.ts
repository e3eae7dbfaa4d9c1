import {
  type ArgumentDeclaration,
  type FileDeclaration,
  type HostDeclaration,
  hasItemStep,
  type Json,
  type JsonObject,
  listPlaceholders,
  quoted,
  type ResourceDeclaration,
  type WordsDeclaration
} from "@toolgate/core"
import { canonicalizeHost } from "@toolgate/core/access"
import { isJsonObject, parsePointer } from "@toolgate/core/json"
import { formatLiteral } from "./formatLiteral.ts"

/**
 * Returns the problems of a resource declaration. Its pointer has to match `parameters`, the portable schema: otherwise an
 * argument would be unguarded. In a full schema a property has no single location, so only the pointer itself is checked.
 */
export const findResourceProblems = (
  declaration: ResourceDeclaration,
  parameters: JsonObject | undefined
): ReadonlyArray<string> => {
  if (typeof declaration !== "object" || declaration === null) return ["a resource declaration must be an object"]
  const { kind } = declaration
  if (kind === "command") return [...workspaceProblems(declaration), ...wordProblems(declaration.argv, parameters)]
  if (kind === "host") return hostProblems(declaration)
  return kinds.includes(kind)
    ? argumentProblems(declaration, parameters)
    : [`a resource must be of kind ${kinds.join(", ")}, not ${formatLiteral(kind)}`]
}

const workspaceProblems = ({ workspace }: WordsDeclaration): ReadonlyArray<string> =>
  workspace === undefined || workspace === "r"
    ? []
    : [`the workspace of a command can only be "r", not ${formatLiteral(workspace)}`]

const kinds: ReadonlyArray<ResourceDeclaration["kind"]> = ["file", "url", "shell", "argv", "command", "host"]

const argumentProblems = (
  declaration: ArgumentDeclaration,
  parameters: JsonObject | undefined
): ReadonlyArray<string> => {
  const { arg, kind } = declaration
  const problems = kind === "file" ? fileProblems(declaration) : []
  if ("fallback" in declaration && declaration.fallback !== undefined && typeof declaration.fallback !== "string")
    problems.push(`the fallback of a ${kind} must be a string`)
  const steps = typeof arg === "string" ? parsePointer(arg) : undefined
  if (steps === undefined || steps.length === 0)
    problems.push(`the resource argument ${formatLiteral(arg)} must be a JSON pointer to an argument, such as "/path"`)
  else if (hasItemStep(arg) && kind !== "file" && kind !== "url")
    problems.push(`the resource argument ${quoted(arg)} names a list, which may contain files or URLs but no commands`)
  else if (parameters !== undefined && kind === "argv" && !isListAt(parameters, steps))
    problems.push(`the resource argument ${quoted(arg)} must be declared in the parameters as an array of strings`)
  else if (parameters !== undefined && kind !== "argv" && !isTextAt(parameters, steps))
    problems.push(`the resource argument ${quoted(arg)} must be declared in the parameters as a string`)
  return problems
}

const fileProblems = ({ mode, within, fallback, absent, scope, program }: FileDeclaration): Array<string> => {
  const problems: Array<string> = []
  if (mode !== "r" && mode !== "w" && mode !== "rw")
    problems.push(`the mode of a file must be "r", "w" or "rw", not ${formatLiteral(mode)}`)
  if (within !== "workspace" && within !== "host")
    problems.push(`a file must be within "workspace" or "host", not ${formatLiteral(within)}`)
  if (absent !== undefined && absent !== "nothing")
    problems.push(`an absent file can only mean "nothing", not ${formatLiteral(absent)}`)
  if (scope !== undefined && scope !== "tree")
    problems.push(`the scope of a file can only be "tree", not ${formatLiteral(scope)}`)
  if (program !== undefined && program !== "git")
    problems.push(`the program of a file can only be "git", not ${formatLiteral(program)}`)
  else if (program !== undefined && scope !== "tree")
    problems.push('a file with a "program" must have the scope "tree"')
  if (absent !== undefined && fallback !== undefined) problems.push('a file has "fallback" or "absent", and not both')
  return problems
}

const isTextAt = (schema: Json | undefined, steps: ReadonlyArray<string>): boolean =>
  schemaAt(schema, steps)?.type === "string"

const isListAt = (schema: Json | undefined, steps: ReadonlyArray<string>): boolean => {
  const found = schemaAt(schema, steps)
  return found?.type === "array" && isJsonObject(found.items) && found.items.type === "string"
}

const schemaAt = (schema: Json | undefined, steps: ReadonlyArray<string>): JsonObject | undefined => {
  if (!isJsonObject(schema)) return undefined
  const [step, ...rest] = steps
  if (step === undefined) return schema
  if (step === "*" && schema.type !== "array") return undefined
  if (schema.type === "array") return /^(?:0|[1-9]\d*|\*)$/.test(step) ? schemaAt(schema.items, rest) : undefined
  return isJsonObject(schema.properties) && Object.hasOwn(schema.properties, step)
    ? schemaAt(schema.properties[step], rest)
    : undefined
}

/** Returns the problems of a declared host. A non-canonical host would match no rule. */
const hostProblems = ({ host, port }: HostDeclaration): ReadonlyArray<string> => [
  ...(typeof host === "string" && !host.includes("*") && host === canonicalizeHost(host)
    ? []
    : [
        `the host ${formatLiteral(host)} must be written as in a URL, in lower case, without a port, a dot at its end or a "*"`
      ]),
  ...(Number.isInteger(port) && port > 0 && port < 65_536
    ? []
    : [`the port of a host must be a number from 1 to 65535, not ${formatLiteral(port)}`])
]

/**
 * Returns the problems of a command's placeholders. The portable schema `parameters` has to declare each: a misspelt one
 * would drop its word. In a full schema a property has no single location.
 */
const wordProblems = (argv: unknown, parameters: JsonObject | undefined): ReadonlyArray<string> => {
  if (!Array.isArray(argv) || !argv.every(isWord) || argv.length === 0 || argv[0] === "")
    return ['the "argv" of a command must be a list of strings that begins with a program']
  const [program = "", ...words] = argv as ReadonlyArray<string>
  const problems: Array<string> = []
  if (listPlaceholders(program).length > 0)
    problems.push(`the program ${quoted(program)} must be a constant: an argument may not choose what runs`)
  const declared = parameters === undefined ? undefined : membersOf(parameters.properties)
  for (const name of new Set(words.flatMap(listPlaceholders)))
    if (declared?.has(name) === false)
      problems.push(`the placeholder ${quoted(`{${name}}`)} must be declared in the parameters`)
  for (const word of textsForShells(program, words))
    problems.push(
      `the word ${formatLiteral(word)} is read by a shell: write "$1" in it, and give the argument as a further word`
    )
  return problems
}

// Systems cannot pass a text with NUL to a program.
const isWord = (word: unknown): boolean => typeof word === "string" && !word.includes("\0")

const membersOf = (properties: Json | undefined): ReadonlySet<string> =>
  new Set(typeof properties === "object" && properties !== null ? Object.keys(properties) : [])

/** Returns the words with placeholders that a shell would run as code. */
const textsForShells = (program: string, words: ReadonlyArray<string>): ReadonlyArray<string> =>
  [program, ...words].some((word) => shells.test(word))
    ? words.filter((word, at) => listPlaceholders(word).length > 0 && /^-[A-Za-z]*c$/.test(words[at - 1] ?? ""))
    : []

const shells = /^(?:.*\/)?(?:sh|bash|dash|ash|zsh|ksh|mksh|fish|busybox)$/
