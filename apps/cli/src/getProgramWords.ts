/** Returns the words that start this program. A shell does not know its name if npx started it. */
export const getProgramWords = ({
  npm_lifecycle_event: event,
  npm_lifecycle_script: script
}: NodeJS.ProcessEnv): string => (event === "npx" && /^'?toolgate\b/.test(script ?? "") ? "npx toolgate" : "toolgate")
