import { formula } from "./Formula.ts"

/** A job that writes a formula of LaTeX as text. */
export const render = ({ latex, isAscii }: { readonly latex: string; readonly isAscii: boolean }): string =>
  formula(latex, isAscii)
