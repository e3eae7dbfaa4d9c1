import { kindsForm } from "./kindsForm.ts"

/**
 * Returns the words that an operand stands for, so that each spelling of it gives the same words. A word that begins with a
 * dash is an option that the operand stands for as well.
 */
export type Form = (operand: string) => ReadonlyArray<string>

/** The forms that files of programs name. Deny and ask rules find an operand in every spelling. */
export const forms = {
  /** A kind of Kubernetes objects, alone or with a name: `ns/x` is `namespaces x`. */
  kinds: kindsForm,
  /** Permissions in octal digits: `0777` is `777`. */
  modes: (operand) => [/^0+[0-7]{3,4}$/.test(operand) ? operand.replace(/^0+(?=[0-7]{3})/, "") : operand],
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

const plainPath = (path: string): string => {
  if (/^\/[./]*$/.test(path) && !path.includes("..")) return "/"
  const plain = path
    .replaceAll(/\/(?:\.?\/)+/g, "/")
    .replace(/^(?:\.\/)+(?=.)/, "")
    .replace(/(?<=.)\/\.?$/, "")
  return plain === "" ? "." : plain
}
