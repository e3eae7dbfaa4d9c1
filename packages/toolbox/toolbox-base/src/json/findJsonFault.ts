import { visit } from "jsonc-parser"
import { describePosition } from "./describePosition.ts"

/**
 * Returns the first syntax error of an invalid JSON text with its position, as the end of a sentence. Quotes nothing of
 * the text.
 */
export const findJsonFault = (text: string): string => {
  if (text.trim() === "") return "there is nothing"
  let found: string | undefined
  try {
    visit(
      text,
      {
        onError: (code, at) => {
          found ??= `at ${describePosition(text, at)}, ${hintFor(text, at, code) ?? words[code] ?? "it is wrong"}`
          // Later errors follow from the first.
          throw stop
        }
      },
      { disallowComments: true, allowTrailingComma: false }
    )
  } catch (cause) {
    if (cause !== stop) return "it is nested too deeply"
  }
  return found ?? "it is not JSON"
}

const stop = new Error("stop")

const hintFor = (text: string, at: number, code: number): string | undefined => {
  const next = text[at] ?? ""
  const before = text.slice(0, at).trimEnd().at(-1)
  if (next === "'" || next === "‘" || next === "“") return "a string is not in double quotes"
  if (before === "," && (next === "}" || next === "]")) return "there is a comma before the end of a list or an object"
  if (code === comment) return "there is a comment, which JSON does not allow"
  const name = /^[A-Za-z_$][\w$]*/.exec(text.slice(at, at + 32))?.[0]
  if (name === undefined) return undefined
  if (["True", "False", "None", "undefined"].includes(name))
    return "there is a word without quotes; JSON writes true, false and null"
  if (["NaN", "Infinity"].includes(name)) return "there is a number that JSON does not have; write null"
  return "there is a word without double quotes"
}

const comment = 10

// The error codes of the library, whose const enum cannot be imported.
const words: Readonly<Record<number, string>> = {
  1: "there is a character that cannot begin a value",
  2: "a number is not written as in JSON",
  3: "the name of a member is missing, in double quotes",
  4: "a value is missing",
  5: 'a ":" is missing',
  6: 'a "," is missing',
  7: 'a "}" is missing',
  8: 'a "]" is missing',
  9: "the value has ended, and more text follows",
  10: "there is a comment, which JSON does not allow",
  11: "there is a comment, which JSON does not allow",
  12: "a string has no closing quote on its line",
  13: "a number is not complete",
  14: "an escape needs four hexadecimal digits after \\u",
  15: 'a string has an escape that JSON does not have; write "\\\\" for a backslash',
  16: "a string contains a control character; write it as an escape, such as \\n or \\t"
}
