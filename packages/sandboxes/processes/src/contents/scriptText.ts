import { closeSync, constants, openSync, readSync, statSync } from "node:fs"
import { basename } from "node:path"
import { tried } from "../tried.ts"

/** Programs that run the files that they are given, whatever the marks of these are. */
export const interpreters =
  /^(?:(?:ba|da|a|z|k|mk|pdk|c|tc|fi|pw|nu|xon|o|y|r)?sh|busybox|pythonw?[\d.]*|pypy[\d.]*|node(?:js)?[\d.]*|deno|bun|tsx|ts-node|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua(?:jit)?[\d.]*|Rscript|julia|java|groovy|scala|dotnet|osascript|tclsh[\d.]*|wish[\d.]*|expect|[gn]?make|ninja|just|rake|ant|guile|racket|elixir|escript|swift|crystal|\.|source)$/

/** Those of them that do what their script says, and no more. */
export const scriptPrograms =
  /^(?:(?:ba|da|a|z|k|mk|pdk|c|tc|fi|y)?sh|busybox|pythonw?[\d.]*|pypy[\d.]*|node(?:js)?[\d.]*|tsx|ts-node|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua(?:jit)?[\d.]*|Rscript|tclsh[\d.]*|\.|source)$/

/** A name that a text writes. `isLoaded`: on a line that loads or runs something, so that any file of the name counts. */
interface WrittenName {
  readonly name: string
  readonly isLoaded: boolean
}

/** Yields the names in a text that may be those of files, in lower case: for `require("./lib/b.js")`, "lib", "b.js" and "b" among others. */
export function* namesIn(text: string): Generator<WrittenName> {
  for (const line of text.split("\n")) {
    const isLoaded = loads(line)
    for (const [token] of line.matchAll(/[\p{L}\p{N}\p{M}_.@+~-]+/gu))
      for (const name of formsOf(token.toLowerCase())) yield { name, isLoaded }
    // The name of a pattern stands for each file with the ending.
    for (const [pattern] of line.matchAll(/\*\.[A-Za-z0-9]{1,12}/g))
      yield { name: pattern.toLowerCase(), isLoaded: false }
  }
}

const formsOf = (token: string): ReadonlyArray<string> => {
  const pieces = token.includes(".") ? token.split(".").filter((piece) => piece !== "") : []
  // A folder may be glued to an option, as in "-Ilib".
  const glued = /^--?[a-z]./.test(token) ? [token.slice(2)] : []
  const ended = token.replace(/(?<!\.)\.+$/, "")
  return [token, ...(ended === token ? [] : [ended]), ...glued, ...pieces]
}

/** Returns the names by which a script may name a file: with each of its endings, without them, and as a pattern. */
export const fileNames = (file: string): ReadonlyArray<string> => {
  // Of a name that holds other characters, the last word has to be written.
  const name = /[\p{L}\p{N}\p{M}_.@+~-]+$/u.exec(file.toLowerCase())?.[0] ?? ""
  const names = [name]
  for (let dot = name.lastIndexOf("."); dot > 0; dot = name.lastIndexOf(".", dot - 1)) names.push(name.slice(0, dot))
  const ending = /\.[a-z0-9]{1,12}$/.exec(name)?.[0]
  return ending === undefined ? names : [...names, `*${ending}`]
}

const loads = (line: string): boolean =>
  /(?:^|[^\w.])-?(?:source|s?include|import|from|require|use|exec|execfile|eval)\b|(?:^|[\s;&|(])\.\s/.test(line) ||
  line.split(/[\s"'`;&|()@:,]+/).some((word) => interpreters.test(basename(word)) && word !== ".")

/** Whether a script loads files whose names it computes, as far as its text shows it. */
export const computesNames = (path: string, text: string): boolean =>
  /(?:sh|\/[^/.]*|\.mk)$/.test(path) || /^#![^\n]{0,200}sh\b/.test(text)
    ? shellComputes.test(text)
    : codeComputes.test(text)

// The last name of a path counts: in "$HERE/lib.sh", it is written.
const shellComputes =
  /(?:^|[\s;&|(])(?:(?:source|\.|-?s?include)[ \t]+["']?[^\s"';]{0,200}[$`][^\s/"';]{0,200}["']?(?=[\s;&|)]|$)|eval[ \t])/m

const codeComputes =
  /(?<![.\w])(?:require|import|__import__|import_module|execfile|exec|eval)[ \t]*\([ \t]*(?!["'][^"'\n]{0,400}["'][ \t]*[,)]|`[^`$\n]{0,400}`|[\s)])|(?<![\w])(?:importlib\.import_module|runpy\.run_\w{1,20}|vm\.run\w{1,20})[ \t]*\([ \t]*[^\s"'`)]/

/** Whether a text starts a program that looks into its folder for what to do. */
export const beginsWithFolder = (text: string): boolean => beginning.test(text)

const beginning =
  /(?<![\w.-])(?:--run|npm|pnpm|yarn|npx|bunx?|deno|[gn]?make|just|rake|tox|nox|cargo|go|gradlew?|mvnw?|cmake|ninja|ant|meson|docker|podman|composer|bundle|poetry|uv|hatch|pdm|pip3?|turbo|nx)(?![\w-])|(?:from|import|require)[ \t]{0,9}\(?["'`]#/

/** Whether a text starts a program that looks for its files itself. */
export const picksFiles = (text: string): boolean => picking.test(text)

const picking =
  /(?<![\w.-])(?:--test|py\.?test\d?|vitest|jest|mocha|ava|nose2?|unittest|tox|nox|karma|cypress|playwright|cucumber|bats|prove|rspec|minitest|phpunit|pest|ctest|msbuild|gradlew?|mvnw?|sbt|bazel|buck2?|webpack|rollup|rolldown|vite|esbuild|parcel|nuxt|astro|gulp|grunt|turbo|nx|lerna)(?![\w-])|(?<![\w.-])(?:go|cargo|deno|bun|swift|dotnet|zig|mix|stack|cabal|lein|next|tap|manage\.py|composer)[ \t]{1,20}(?:test|run|build|vet|generate|bench|check|dev|start|lint)\b/

/** Whether a file holds code by its name. */
export const isCode = (name: string): boolean => codeEndings.has(/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "")

const codeEndings = new Set(
  `js mjs cjs jsx ts mts cts tsx coffee vue svelte astro node wasm py pyw pyx pyc pyi pth rb rake pl pm t lua sh bash zsh ksh fish csh nu awk sed mk
  mak make cmake ninja gradle kts kt java jar class scala groovy clj cljs go rs c h cc hh cpp hpp cxx hxx inc m mm swift cs fs vb dll so dylib
  php phtml r jl ex exs erl hs ml mli nim zig d sql ps1 bat cmd tcl el lisp scm rkt vim m4 y l s asm proto graphql j2 ejs erb bats feature`.split(
    /\s+/
  )
)

/** Whether a file is marked as a program, or begins as a script. */
export const isProgram = (path: string): boolean => {
  if (tried(() => (statSync(path).mode & 0o111) !== 0) === true) return true
  const file = tried(() => openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)))
  if (file === undefined) return true
  try {
    const begin = Buffer.alloc(2)
    return readSync(file, begin, 0, 2, 0) === 2 && begin.toString() === "#!"
  } finally {
    closeSync(file)
  }
}
