import { closeSync, constants, openSync, readSync, statSync } from "node:fs"
import { basename } from "node:path"
import { tryOrUndefined } from "../tryOrUndefined.ts"

/** Programs that run the files they are given, executable or not. */
export const interpreters =
  /^(?:(?:ba|da|a|z|k|mk|pdk|c|tc|fi|pw|nu|xon|o|y|r)?sh|busybox|pythonw?[\d.]*|pypy[\d.]*|node(?:js)?[\d.]*|deno|bun|tsx|ts-node|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua(?:jit)?[\d.]*|Rscript|julia|java|groovy|scala|dotnet|osascript|tclsh[\d.]*|wish[\d.]*|expect|[gn]?make|ninja|just|rake|ant|guile|racket|elixir|escript|swift|crystal|\.|source)$/

/** Interpreters that run their script and find no other files by themselves. */
export const scriptPrograms =
  /^(?:(?:ba|da|a|z|k|mk|pdk|c|tc|fi|y)?sh|busybox|pythonw?[\d.]*|pypy[\d.]*|node(?:js)?[\d.]*|tsx|ts-node|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua(?:jit)?[\d.]*|Rscript|tclsh[\d.]*|\.|source)$/

/**
 * A name or path in a text, in lower case. `isLoaded`: its line loads or runs something, so that it may refer to any
 * file.
 */
export interface WrittenName {
  readonly path: ReadonlyArray<string>
  readonly isLoaded: boolean
}

/** Yields what may be a file name in a text: for `require("./lib/b.js")`, "lib/b.js" and "lib/b" among others. */
export function* findNames(text: string): Generator<WrittenName> {
  for (const line of text.split("\n")) {
    const isLoaded = loads(line)
    for (const { 0: token, index } of line.replaceAll("::", "/").matchAll(/[\p{L}\p{N}\p{M}_.@+~\\/*-]+/gu)) {
      // A single word of prose is ignored. A path, an option with a folder, and quoted text may be names.
      const isQuoted = /["'`]/.test(line[index - 1] ?? "") || /[\\/]|^-[a-zA-Z][^-]/.test(token)
      for (const path of pathsOf(token.toLowerCase(), isLoaded))
        if (isLoaded || isQuoted || path.length > 1 || path.some((name) => name.includes("*") || isCode(name)))
          yield { path, isLoaded }
    }
  }
}

const pathsOf = (token: string, isLoaded: boolean): ReadonlyArray<ReadonlyArray<string>> => {
  // An option and its folder may be one word, as in "-Ilib".
  const forms = [token, ...(/^-[a-z][^-]/.test(token) ? [token.slice(2)] : [])]
  return forms.flatMap((form) => {
    const path = form.split(/[\\/]/).filter((name) => name !== "" && !/^\.{1,3}$/.test(name))
    const last = path.at(-1)
    if (last === undefined || path.length > mostNames) return []
    const before = path.slice(0, -1)
    const plain = last.replace(/(?<!\.)\.+$/, "")
    const names = new Set([last, plain])
    // A compiled file may come from a script in another language: "./b.js" from b.ts.
    if (isCode(last)) names.add(last.slice(0, last.lastIndexOf(".")))
    const pieces =
      isLoaded && path.length === 1 && last.includes(".") ? last.split(".").filter((one) => one !== "") : []
    const dotted = pieces.length > 1 && pieces.length <= mostNames ? [pieces] : pieces.length === 1 ? [pieces] : []
    return [...[...names].filter((name) => name !== "").map((name) => [...before, name]), ...dotted]
  })
}

const mostNames = 32

/** Returns the names by which a script may refer to a file: with and without extensions, and as patterns. */
export const listFileNames = (file: string): ReadonlyArray<string> => {
  // If a name contains other characters, its last word must be written in the script.
  const name = /[\p{L}\p{N}\p{M}_.@+~-]+$/u.exec(file.toLowerCase())?.[0] ?? ""
  const names = [name]
  for (let dot = name.lastIndexOf("."); dot > 0; dot = name.lastIndexOf(".", dot - 1)) names.push(name.slice(0, dot))
  const ending = /\.[a-z0-9]{1,12}$/.exec(name)?.[0]
  return ending === undefined ? names : [...names, `*${ending}`]
}

const loads = (line: string): boolean =>
  /(?:^|[^\w.])-?(?:source|s?include|import|from|require|use|exec|execfile|eval)\b|(?:^|[\s;&|(])\.\s/.test(line) ||
  line.split(/[\s"'`;&|()@:,]+/).some((word) => interpreters.test(basename(word)) && word !== ".")

/** Whether a script visibly loads files with computed names. */
export const computesNames = (path: string, text: string): boolean =>
  /(?:sh|\/[^/.]*|\.mk)$/.test(path) || /^#![^\n]{0,200}sh\b/.test(text)
    ? shellComputes.test(text)
    : codeComputes.test(text)

// The last part of the path counts: "$HERE/lib.sh" is not computed.
const shellComputes =
  /(?:^|[\s;&|(])(?:(?:source|\.|-?s?include)[ \t]+["']?[^\s"';]{0,200}[$`][^\s/"';]{0,200}["']?(?=[\s;&|)]|$)|eval[ \t])/m

const codeComputes =
  /(?<![.\w])(?:require|import|__import__|import_module|execfile|exec|eval)[ \t]*\([ \t]*(?!["'][^"'\n]{0,400}["'][ \t]*[,)]|`[^`$\n]{0,400}`|[\s)])|(?<![\w])(?:importlib\.import_module|runpy\.run_\w{1,20}|vm\.run\w{1,20})[ \t]*\([ \t]*[^\s"'`)]/

/**
 * Whether a file gives other programs their work: a shell script or a build file. Other scripts also search the folders
 * that it names.
 */
export const isStarter = (path: string, text: string): boolean =>
  /(?:\.(?:\w{0,3}sh|mk|json|toml|ya?ml|cfg|ini|cmake|ninja|bat|cmd|ps1)|\/[^/.]*)$/.test(path) ||
  /^#![^\n]{0,200}sh\b/.test(text)

/** Whether a text starts a program that finds its work in its folder, or imports a name that package.json maps. */
export const startsFolderProgram = (text: string): boolean => beginning.test(text)

const beginning =
  /(?<![\w.-])(?:--run|npm|pnpm|yarn|npx|bunx?|deno|[gn]?make|just|rake|tox|nox|cargo|go|gradlew?|mvnw?|cmake|ninja|ant|meson|docker|podman|composer|bundle|poetry|uv|hatch|pdm|pip3?|turbo|nx)(?![\w-])|^["'`]#[a-z/]/

/** Whether a text starts a program that searches for files by itself. */
export const searchesForFiles = (text: string): boolean => picking.test(text)

const picking =
  /(?<![\w.-])(?:--test|py\.?test\d?|vitest|jest|mocha|ava|nose2?|unittest|tox|nox|karma|cypress|playwright|cucumber|bats|prove|rspec|minitest|phpunit|pest|ctest|msbuild|gradlew?|mvnw?|sbt|bazel|buck2?|webpack|rollup|rolldown|vite|esbuild|parcel|nuxt|astro|gulp|grunt|turbo|nx|lerna)(?![\w-])|(?<![\w.-])(?:go|cargo|deno|bun|swift|dotnet|zig|mix|stack|cabal|lein|next|tap|manage\.py|composer)[ \t]{1,20}(?:test|run|build|vet|generate|bench|check|dev|start|lint)\b/

/** Whether a file name has a code extension. */
export const isCode = (name: string): boolean => codeEndings.has(/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "")

const codeEndings = new Set(
  `js mjs cjs jsx ts mts cts tsx coffee vue svelte astro node wasm py pyw pyx pyc pyi pth rb rake pl pm t lua sh bash zsh ksh fish csh nu awk sed mk
  mak make cmake ninja gradle kts kt java jar class scala groovy clj cljs go rs c h cc hh cpp hpp cxx hxx inc m mm swift cs fs vb dll so dylib
  php phtml r jl ex exs erl hs ml mli nim zig d sql ps1 bat cmd tcl el lisp scm rkt vim m4 y l s asm proto graphql j2 ejs erb bats feature`.split(
    /\s+/
  )
)

/** Whether a file is executable, or starts with `#!`. */
export const isProgram = (path: string): boolean => {
  if (tryOrUndefined(() => (statSync(path).mode & 0o111) !== 0) === true) return true
  const file = tryOrUndefined(() => openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)))
  if (file === undefined) return true
  try {
    const begin = Buffer.alloc(2)
    return readSync(file, begin, 0, 2, 0) === 2 && begin.toString() === "#!"
  } finally {
    closeSync(file)
  }
}
