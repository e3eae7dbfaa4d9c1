import { invalid } from "@toolgate/toolbox-base/jobs"
import { renderFormula } from "./Formula.ts"

/** A job that renders a LaTeX formula as text. */
export const render = ({ latex, isAscii }: { readonly latex: string; readonly isAscii: boolean }): string => {
  if (latex.trim() === "") throw invalid('The argument "latex" has nothing but blanks; give a formula.')
  return renderFormula(latex, isAscii)
}
