/**
 * Returns the reason why a jq program does harm, a phrase that continues after the word, or `undefined`. `env` is a
 * function, but `.env` is a field.
 */
export const jqReason = (program: string): string | undefined =>
  /\$ENV|(?<![.\w$"])(?:env|import|include)\b/.test(program) ? "reads the environment or other files" : undefined
