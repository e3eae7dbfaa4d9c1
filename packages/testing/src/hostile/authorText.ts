import fc from "fast-check"

/** Texts that try to end a comment or a literal, or to be read as code. */
const texts = [
  "*/",
  "*/ }; evil(); /*",
  "**/",
  "*\\/",
  "//",
  '"',
  "'",
  "\\",
  "`$" + "{evil()}`",
  "\n}\nevil()",
  "\u2028evil()",
  "\u2029",
  "\u0085",
  "\u0000",
  "\u202e*/",
  "\ud83d",
  "é",
  "a b",
  "a-b",
  "1a",
  "",
  "new",
  "get",
  "set",
  "readonly",
  "static",
  "async",
  "delete",
  "class",
  "constructor",
  "then",
  "__proto__",
  "prototype",
  "toString",
  "$ref",
  "any",
  "Promise",
  "InvocationResult"
]

/**
 * Generates texts of authors: some try to end a comment or literal or to be read as code, others are harmless. For
 * programs that write such texts into code.
 *
 * ```ts
 * import { authorText } from "@toolgate/testing/hostile"
 * import fc from "fast-check"
 *
 * fc.assert(fc.property(authorText, (text) => JSON.parse(JSON.stringify(text)) === text))
 * ```
 */
export const authorText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...texts),
  fc.array(fc.constantFrom(...texts, "x", " "), { maxLength: 6 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 30 })
)
