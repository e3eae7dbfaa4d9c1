import { isOutside } from "./outside.ts"

/** Whether a word is a URL, or a remote repository as git and package managers write it: `git@host:x`, `github:a/b`. */
export const isAddress = (word: string): boolean =>
  /^(?:[^\s=]*\s*@\s*)?(?:\w+::)?(?:[a-z][\w+.-]*:\/\/|(?:github|gitlab|bitbucket|gist):|git@)/i.test(word) ||
  /^[\w.-]+@(?!(?:npm|jsr|workspace|catalog):)[\w.-]+:./.test(word)

/**
 * Returns the reason why a fetched word does harm in a program that otherwise takes files of the folder; `undefined`
 * for a word that is not an address.
 */
export const checkFetched = (word: string): string | undefined => (isAddress(word) ? "is fetched" : undefined)

/**
 * Whether a script lies in a shared temporary folder, which never contains a workspace, or is the output of a command.
 */
const isTemporary = (word: string): boolean => isOutside(word) && /^<\(|(?:^|\/)(?:tmp|shm)\//.test(word)

/** Returns the reason why a code file from outside the workspace does harm, or `undefined`. */
export const checkCode = (word: string, isBeyond: boolean): string | undefined =>
  isBeyond || isTemporary(word)
    ? "is code from outside of the workspace"
    : /^[a-z][\w+.-]*:\/\//i.test(word)
      ? "is downloaded and run"
      : undefined

const codeFile =
  /\.(?:[cm]?[jt]sx?|py|ipynb|rb|pl|pm|t|php|lua|(?:ba|z|fi)?sh|r|jl|exs?|erl|clj|groovy|kts?|scala|scm|rkt|el|vim|tcl|exp|awk|gp|bats|robot|feature|nf|smk|ps1|so|dll|dylib|jar|wasm)$/i

/** Whether a word is the name of a code file. */
export const isCodeFile = (word: string): boolean => codeFile.test(word)

/** The address of a remote store or registry whose name is not a host. */
const bucket = /^(?:s3[an]?|gc?s|az|azure|abfss?|wasbs?|b2|r2|oss|cos|oci|docker|oras|hdfs|swift|rclone):\/\//i

/** Returns the reason why a word of unknown meaning may do harm, or `undefined`. */
export const checkUnknownWord = (word: string): string | undefined => {
  const value = word.replace(/^--?[\w.-]+=/, "")
  return isAddress(value) && !(value.includes("://") && !bucket.test(value) && isNear(value))
    ? "names a remote address"
    : isCodeFile(value) && isTemporary(value)
      ? "is code from outside of the workspace"
      : undefined
}

/**
 * Returns the reason why a package from an address, a repository or an outside folder does harm; `undefined` for a
 * package from the registry.
 */
export const checkPackage = (word: string): string | undefined =>
  isAddress(word)
    ? "is fetched from somewhere other than the registry"
    : isOutside(word.replace(/^(?:[^\s=]*@)?(?:file|link|portal):/, ""))
      ? "is installed from outside of the folder"
      : undefined

/** Like `checkPackage`, for npm and similar programs, which read `name/name` as a repository at GitHub. */
export const checkNodePackage = (word: string): string | undefined =>
  /^[\w-][\w.-]*\/[\w.-]+(?:#.*)?$/.test(word)
    ? "is fetched from somewhere other than the registry"
    : checkPackage(word)

/** Whether a host is this machine, or a host that only a private network knows. */
export const isNear = (address: string): boolean => {
  const host = /^(?:[a-z][\w+.-]*:\/\/)?(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]*)/i.exec(address)?.[1] ?? ""
  return /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|::1|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|[\w-]*|[\w.-]+\.(?:local|localhost|test|internal))$/i.test(
    host
  )
}

/** Returns the reason why putting load on a host does harm, or `undefined` for a host that is near. */
export const checkLoad = (word: string): string | undefined =>
  isNear(word) ? undefined : "is someone else's host, on which it would put load"
