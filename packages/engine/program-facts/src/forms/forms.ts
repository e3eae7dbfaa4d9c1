import { kindsForm } from "./kindsForm.ts"

/**
 * Returns the words that an operand stands for, so that each spelling of it gives the same words. A word that begins with a
 * dash is an option that the operand stands for as well.
 */
export type Form = (operand: string) => ReadonlyArray<string>

/** The forms that files of programs name. Deny and ask rules find an operand in every spelling. */
export const forms = {
  /** A word whose case does not matter, as an order for Redis. */
  caseless: (operand) => [operand.toLowerCase()],
  /** A host, without the account and the port: `ssh://a@host:22` is `host`. */
  hosts: (operand) => [
    operand
      .replace(/^ssh:\/\//, "")
      .replace(/^[^@\s/]*@(?=[^\s])/, "")
      .replace(/^([\w.-]+):\d+\/?$/, "$1")
  ],
  /** A kind of Kubernetes objects, alone or with a name: `ns/x` is `namespaces x`. */
  kinds: kindsForm,
  /** Permissions: `0777` and `a=rwx` are `777`, and `a+x` is `+x`. */
  modes: (operand) => [plainMode(operand)],
  /** A path: `//` is `/`, and `./a/` is `a`. */
  paths: (operand) => [plainPath(operand)],
  /** The reference to which git pushes: `+a:refs/heads/main` is `--force main`, and `:main` is `--delete main`. */
  refspecs: (operand) => [
    ...(/^\+./.test(operand) ? ["--force"] : []),
    ...(/^\+?:./.test(operand) ? ["--delete"] : []),
    operand
      .replace(/^\+/, "")
      .replace(/^[^:]*:(?=.)/, "")
      .replace(/^(?:refs\/)?(?:heads|tags)\//, "")
  ]
} satisfies Record<string, Form>

/** The name of a form. */
export type FormName = keyof typeof forms

const plainMode = (mode: string): string => {
  if (/^0+[0-7]{3,4}$/.test(mode)) return mode.replace(/^0+(?=[0-7]{3})/, "")
  return /^(?:a|[ugo]{3})?=rwx$/.test(mode) ? "777" : mode.replace(/^(?:a|ugo)(?=[-+=])/, "")
}

const plainPath = (path: string): string => {
  if (/^\/[./]*$/.test(path)) return "/"
  const plain = path
    .replaceAll(/\/(?:\.?\/)+/g, "/")
    .replace(/^(?:\.\/)+(?=.)/, "")
    .replace(/(?<=.)\/\.?$/, "")
  const short = plain.replace(/(?:^|(?<=\/))(?!\.\.\/)[^/]+\/\.\.(?:\/|$)/g, "")
  return short === "" ? "." : short
}
