import { isOutside } from "./outside.ts"

/** Whether a word is an address, or another repository as git and package managers read one: `git@host:x`, `github:a/b`. */
export const isAddress = (word: string): boolean =>
  /^(?:[^\s=]*\s*@\s*)?(?:\w+::)?(?:[a-z][\w+.-]*:\/\/|(?:github|gitlab|bitbucket|gist):|git@)/i.test(word) ||
  /^[\w.-]+@(?!(?:npm|jsr|workspace|catalog):)[\w.-]+:./.test(word)

/** Why a word that is fetched does harm, where a program is given files of the folder otherwise. */
export const fetched = (word: string): string | undefined => (isAddress(word) ? "is fetched" : undefined)

/** Whether a script is one that only passes through the folders of all users, where a workspace never lies. */
const isTemporary = (word: string): boolean => isOutside(word) && /(?:^|\/)(?:tmp|shm)\//.test(word)

/** Why a file of code does harm: it comes from another place than the workspace. */
export const strangeCode = (word: string, isBeyond: boolean): string | undefined =>
  isBeyond || isTemporary(word)
    ? "is code from outside of the workspace"
    : /^[a-z][\w+.-]*:\/\//i.test(word)
      ? "is fetched, and run"
      : undefined

const codeFile =
  /\.(?:[cm]?[jt]sx?|py|ipynb|rb|pl|pm|t|php|lua|(?:ba|z|fi)?sh|r|jl|exs?|erl|clj|groovy|kts?|scala|scm|rkt|el|vim|tcl|exp|awk|gp|bats|robot|feature|nf|smk|ps1|so|dll|dylib|jar|wasm)$/i

/** Whether a word is called like code. */
export const isCodeFile = (word: string): boolean => codeFile.test(word)

/** Why a word does harm, of which nobody knows what the program does with it. */
export const strangeWord = (word: string): string | undefined => {
  const value = word.replace(/^--?[\w-]+=/, "")
  return isAddress(value) && !(value.includes("://") && isNear(value))
    ? "names another place"
    : isCodeFile(value) && isTemporary(value)
      ? "is code from outside of the workspace"
      : undefined
}

/** Why a package does harm that is none of the registry, but an address, a repository or a folder outside. */
export const strangePackage = (word: string): string | undefined =>
  isAddress(word)
    ? "is fetched from another place than the registry"
    : isOutside(word.replace(/^(?:[^\s=]*@)?(?:file|link|portal):/, ""))
      ? "is installed from outside of the folder"
      : undefined

/** The same where `name/name` is a repository at GitHub, as npm and its like read it. */
export const strangeNodePackage = (word: string): string | undefined =>
  /^[\w-][\w.-]*\/[\w.-]+(?:#.*)?$/.test(word)
    ? "is fetched from another place than the registry"
    : strangePackage(word)

/** Whether a host is this machine, or one that only a private network knows. */
export const isNear = (address: string): boolean => {
  const host = /^(?:[a-z][\w+.-]*:\/\/)?(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]*)/i.exec(address)?.[1] ?? ""
  return /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|::1|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|[\w-]*|[\w.-]+\.(?:local|localhost|test|internal))$/i.test(
    host
  )
}

/** Why load does harm that is put on a host of others. */
export const farLoad = (word: string): string | undefined =>
  isNear(word) ? undefined : "is a host of others, on which load is put"
