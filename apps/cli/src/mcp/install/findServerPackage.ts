import type { ReferenceText } from "@toolgate/local-secrets/references"

/** A command that fetches a package and runs a program of it. */
export interface PackagedServer {
  readonly runner: "npx" | "uvx"
  /** The package, with the version if one is given: `@scope/name@1.2.3`, `name==1.2.3`. */
  readonly package: string
  /** The program of the package. `undefined`: the one with the package's name, or its only program. */
  readonly program: string | undefined
  readonly args: ReadonlyArray<ReferenceText>
}

/** Returns the package that a command runs, if any. Unknown options of a package runner are an obstacle, as the end of a sentence. */
export const findServerPackage = (
  command: ReadonlyArray<ReferenceText>
): PackagedServer | { readonly obstacle: string } | undefined => {
  const [path = "", ...words] = command
  const name = path.replace(/^.*[\\/]/, "").replace(/\.(?:cmd|exe)$/i, "")
  if (name === "npx" || (name === "npm" && words[0] === "exec")) return npx(name === "npm" ? words.slice(1) : words)
  if (name === "uvx" || (name === "uv" && words[0] === "tool" && words[1] === "run"))
    return uvx(name === "uv" ? words.slice(2) : words)
  if (name === "docker" || name === "podman")
    return { obstacle: `starts a container with ${name}, which no sandbox here confines` }
  return undefined
}

const npx = (words: ReadonlyArray<ReferenceText>): PackagedServer | { readonly obstacle: string } => {
  let named: string | undefined
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ""
    if (word === "-y" || word === "--yes" || word === "--") continue
    const [, given] = /^(?:--package|-p)=(.+)$/.exec(word) ?? []
    if (given !== undefined || word === "-p" || word === "--package") {
      if (named !== undefined) return { obstacle: "runs npx with several packages" }
      named = given ?? words[++at]
      continue
    }
    if (word.startsWith("-")) return { obstacle: `runs npx with the option "${word}", which is not supported` }
    const chosen = named ?? word
    if (!/^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?:@[\w.~^-]+)?$/i.test(chosen))
      return { obstacle: "runs npx with something other than a package of the registry" }
    return {
      runner: "npx",
      package: chosen,
      program: named === undefined ? undefined : word,
      args: words.slice(at + 1)
    }
  }
  return { obstacle: "runs npx without naming a program" }
}

const uvx = (words: ReadonlyArray<ReferenceText>): PackagedServer | { readonly obstacle: string } => {
  const named = words[0] === "--from" ? words[1] : /^--from=(.+)$/.exec(words[0] ?? "")?.[1]
  const rest = words.slice(named === undefined ? 0 : words[0] === "--from" ? 2 : 1)
  const [program = "", ...args] = rest
  if (program === "" || program.startsWith("-")) return { obstacle: `runs uvx with options that are not supported` }
  const [, name = "", version] =
    /^([A-Za-z0-9][\w.-]*(?:\[[\w,.-]+\])?)(?:(?:==|@)([\w.+-]+))?$/.exec(named ?? program) ?? []
  if (name === "") return { obstacle: "runs uvx with something other than a package of the index" }
  const exact = version === undefined || version === "latest" ? name : `${name}==${version}`
  return { runner: "uvx", package: exact, program: named === undefined ? name.replace(/\[.*/, "") : program, args }
}
