import { normalizeKind } from "./normalizeKind.ts"
import { normalizeMode } from "./normalizeMode.ts"

/**
 * Normalises an operand, so that all its spellings give the same words. A word that begins with a dash is an option
 * that the operand implies.
 */
export type Form = (operand: string) => ReadonlyArray<string>

/** The forms that program files can name. They let deny and ask rules find an operand in every spelling. */
export const forms = {
  /** A word whose case does not matter, such as a Redis command. */
  caseless: (operand) => [operand.toLowerCase()],
  /** A host, without the account and the port: `ssh://a@host:22` is `host`. */
  hosts: (operand) => [
    operand
      .replace(/^ssh:\/\//, "")
      .replace(/^[^@\s/]*@(?=[^\s])/, "")
      .replace(/^([\w.-]+):\d+\/?$/, "$1")
  ],
  /** A kind of Kubernetes objects, alone or with a name: `ns/x` is `namespaces x`. */
  kinds: normalizeKind,
  /** Permissions: `0777`, `a+rwx` and `u=rwx,go=rwx` are `777`, and `a+x` is `+x`. */
  modes: (operand) => [normalizeMode(operand)],
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
