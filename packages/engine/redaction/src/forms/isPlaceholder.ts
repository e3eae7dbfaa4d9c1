import { isSecretName } from "../names/isSecretName.ts"

const name = "[A-Za-z_][\\w-]*"

/** The type names of programming languages and schemas, and words such as "required". */
const words =
  "required|optional|mandatory|string|str|text|number|integer|int|boolean|bool|bytes|object|any|null|none|nil|undefined" +
  "|true|false|redacted|hidden|masked|secretstr|&str"

/** The forms of placeholders, each matched as a whole. */
const forms = [
  // Masked letters.
  "[*•●·∙⬤]{2,}|x{3,}|X{3,}|\\.{3}|…",
  // A name in angle brackets, and references in shells, templates and workflows.
  "<[A-Za-z][A-Za-z _.-]{0,62}>",
  `\\$\\{${name}(?:\\.${name})*\\}|\\$[A-Z_][A-Z\\d_]*|%[A-Z_][A-Z\\d_]*%|%\\([a-z_]+\\)s`,
  "\\$?\\{\\{[ \\t]*[$.\\w-]+[ \\t]*\\}\\}",
  // References of openssl, Terraform and workflows.
  `(?:[\\w-]{1,32}=)?(?:(?:env|ENV):${name}|file:[\\w./~-]+)|\\$\\{(?:env|file|secret|vault|command):[^{}]*\\}`,
  // An abbreviated token, a version, or the name of a header.
  "[\\w-]{0,16}(?:\\.{3}|…)|[~^]?\\d{1,4}(?:\\.\\d{1,4}){1,2}(?:-[a-z]+[.\\d]*)?|[A-Z][a-z]*(?:-[A-Z][a-z]+)+",
  `(?:var|local|data|module|each|secrets|env|inputs|vars|process\\.env|import\\.meta\\.env)(?:\\.[A-Za-z_][A-Za-z_\\d]*)+!?`
].join("|")

const placeholder = new RegExp(`^(?:${forms}|${words}|(?:${words})(?:\\[\\]|\\?|[ ]?\\|[ ]?(?:${words})))$`)
const anyCase = new RegExp(`^(?:${words})$`, "i")

/** The label of a password field, or a message about it. */
const label =
  /^(?:(?:your|enter|the|a|an|new|old|confirm|repeat|current|forgot|reset|change|show|hide|choose|please|my|wrong|invalid|incorrect|type|in)[ ]){0,4}(?:password|passphrase|pass code|passcode|api key|token|pin|credentials)(?:[ ](?:is|are|required|invalid|incorrect|wrong|again|too|short|optional|confirmation)){0,3}[?.:…!]{0,3}$/i

const schemes = /^(?:bearer|basic|token)[ \t]+/i
const quotes = /^\\{0,3}["'`]|\\{0,3}["'`][\s,;}\])]{0,12}$/g
const noLetters = /^[\s`"'.,;:(){}[\]<>|…-]*$/
/** The description of a field in JSON Schema. */
const field =
  /^\{\s*"type":\s*"[a-z]{1,16}"(?:,\s*"(?:format|description|title|minLength|maxLength)":\s*(?:\d{1,9}|"[^"]{0,100}"))*\s*\}[\s}]*$/
/** A name instead of a value: `YOUR_API_KEY`, `your-token-here`. */
const yours =
  /^(?:[a-z]{2,4}[-_])?(?:your|my|insert|add|put|enter)[-_](?:[a-z]+[-_]){0,4}(?:key|token|secret|password|passphrase|here)$/i

/**
 * Whether a text is a placeholder for a secret: masked letters, `<token>`, `$TOKEN`, `env:NAME`, `var.password`, a
 * type, or a field's label. Only a whole text counts.
 */
export const isPlaceholder = (given: string): boolean => {
  if (given.length > 256) return false
  const text = given.trim().replace(quotes, "").replace(schemes, "")
  if (placeholder.test(text) || anyCase.test(text) || label.test(text) || yours.test(text) || field.test(given.trim()))
    return true
  if (noLetters.test(text)) return true
  // The name of another secret, as in `client_secret: clientSecret`.
  const named = /^(?:\$[a-z_]+|[a-z]+(?:_[a-z]+)+|[a-z]+(?:[A-Z][a-z]+)+)$/.test(text)
  return named && isSecretName(text.replace("$", ""))
}
