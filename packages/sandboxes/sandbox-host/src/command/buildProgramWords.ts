import {
  type Args,
  type CommandImplementation,
  fillCommand,
  type Json,
  type PermissionRequest,
  type Refused,
  refused
} from "@toolgate/core"
import { parsePointer } from "@toolgate/core/json"
import { ConfigurationMask, maskTool } from "@toolgate/redaction"

/**
 * Builds the command line of a call: the program's fixed words and the words made from the call's arguments. A program
 * in the tool's folder gets its absolute path.
 */
export const buildProgramWords = (command: CommandImplementation, args: Args): ReadonlyArray<string> | Refused => {
  const words = filledWords(command, args)
  const { folder } = command
  if ("_tag" in words || folder === undefined) return words
  const [program = "", ...others] = words
  return program.startsWith("./") ? [`${folder}${program.slice(1)}`, ...others] : words
}

const filledWords = ({ argv, input }: CommandImplementation, args: Args): ReadonlyArray<string> | Refused => {
  if (input === "words") {
    const words = fillCommand(argv, args)
    return "message" in words ? refused("InvalidArgs", words.message, { arg: words.arg }) : words
  }
  const given = input === "stdin" ? [] : input === "argument" ? [JSON.stringify(args)] : namedWords(input, args)
  // The system ends a word at its first NUL character, so the program would receive a different word from the one that
  // was judged.
  return given.some((word) => word.includes("\0")) ? holdsNul : [...argv, ...given]
}

const namedWords = (pointers: ReadonlyArray<string>, args: Args): ReadonlyArray<string> =>
  pointers.flatMap((pointer) => {
    const value = getValueAt(args, pointer)
    return value === undefined ? [] : [typeof value === "string" ? value : JSON.stringify(value)]
  })

/** Returns the value at a JSON pointer. Only own properties count. */
export const getValueAt = (args: Args, pointer: string): Json | undefined => {
  let value: Json | undefined = args
  for (const step of parsePointer(pointer) ?? [pointer]) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as { readonly [name: string]: Json })[step]
  }
  return value
}

const holdsNul = refused("InvalidArgs", "An argument contains a NUL character.")

/**
 * Returns the command as a person would type it: the shell text, or the words quoted for a shell. Secrets from the
 * tool's configuration are masked, because a model reads the text.
 */
export const formatCommand = ({ tool, args }: PermissionRequest, words: ReadonlyArray<string>): string => {
  const shell = tool.resources.find(({ kind }) => kind === "shell")
  const text = shell?.kind === "shell" ? getValueAt(args, shell.arg) : undefined
  if (typeof text === "string") return text
  const mask = new ConfigurationMask()
  maskTool(tool, mask)
  return mask.repeated(words).map(quoteWord).join(" ")
}

const quoteWord = (word: string): string =>
  /^[A-Za-z0-9_%+,./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
