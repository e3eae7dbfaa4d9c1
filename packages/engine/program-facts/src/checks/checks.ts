import type { AskedWord } from "../AskedWord.ts"
import { checkFetched, checkLoad, checkNodePackage, checkPackage } from "../addresses.ts"
import { checkWrite, isOutside } from "../outside.ts"
import { isHarmlessAwk } from "./awkProgram.ts"
import { checkSql, checkTransactSql } from "./checkSql.ts"
import { reachesOut } from "./inlineCode.ts"
import { isHarmlessSed } from "./sedScript.ts"

/** Returns the reason why a word does harm, a phrase that continues after the word, or `undefined`. */
type Check = (asked: AskedWord) => string | undefined

/** The checks that rules can name, for conditions that patterns cannot express. */
export const checks = {
  "awk-program": ({ word }) =>
    isHarmlessAwk(word)
      ? undefined
      : "is a program that may write files or start programs (system(), redirections, pipes, getline, @load)",
  // A pattern that names the option permits writing the file anywhere in the folder.
  "build-output": ({ word, isNamed }) => (isNamed === true && !isOutside(word) ? undefined : checkWrite(word)),
  fetched: ({ word }) => checkFetched(word),
  // After `get`, all words are names; without it, a second word is a value.
  "git-config": ({ before: [first = ""] }) =>
    ["get", "list"].includes(first) ? undefined : "changes configuration, which can name programs to start",
  "git-signatures": ({ option = "", word }) =>
    (/^--(?:format|pretty)$/.test(option) && /%[-+ ]?G[A-Z?]|%\(\*?signature/.test(word.replaceAll("%%", ""))) ||
    (option === "--sort" && /^-?\*?signature/.test(word))
      ? "starts the program that checks signatures"
      : undefined,
  "inline-code": ({ word }) =>
    reachesOut(word) ? "is code that starts programs, writes files or reaches out" : undefined,
  // `env` is a function, but `.env` is a field, and `{env: 1}` has a key of that name.
  "jq-filter": ({ word }) =>
    /\$ENV|(?<![.\w$"])(?:env|import|include)\b/.test(word.replaceAll(/(?<=[{,]\s*)env\s*:/g, ""))
      ? "reads the environment or other files"
      : undefined,
  "load-target": ({ word }) => checkLoad(word),
  "node-package": ({ word }) => checkNodePackage(word),
  package: ({ word }) => checkPackage(word),
  "protoc-output": ({ option = "", word }) =>
    option.endsWith("_out") && isOutside(word.replace(/^.*:/, "")) ? "writes a file, or to another folder" : undefined,
  "sed-script": ({ word }) =>
    isHarmlessSed(word)
      ? undefined
      : "is a script that may write files or start programs (the commands w, W, e, r, and the flags w and e of s)",
  sql: ({ word }) => checkSql(word),
  "sql-condition": ({ word }) => checkSql(`select 1 ${word}`),
  "transact-sql": ({ word }) => checkTransactSql(word),
  "tsc-switch": ({ given }) =>
    /^-(?:noEmit|noEmitOnError|emitDeclarationOnly|listFilesOnly|showConfig|dry)$/.test([...given].at(-1) ?? "")
      ? "cancels the option before it, so that files are written"
      : undefined
} satisfies Record<string, Check>

/** The name of a check. */
export type CheckName = keyof typeof checks
