/** Why a program of jq does harm, as a phrase that goes on after the word: `env` is a function, and `.env` is a field. */
export const jqReason = (program: string): string | undefined =>
  /\$ENV|(?<![.\w$"])(?:env|import|include)\b/.test(program) ? "reads the environment or other files" : undefined
