import { kindsForm } from "./kindsForm.ts"
import { plainMode } from "./plainMode.ts"

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
  /** Permissions: `0777`, `a+rwx` and `u=rwx,go=rwx` are `777`, and `a+x` is `+x`. */
  modes: (operand) => [plainMode(operand)],
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
