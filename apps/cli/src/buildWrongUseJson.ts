import type { PolicyProblem } from "@toolgate/policy"

/** Whether the words of a command line ask for JSON, even if the command line is invalid. */
export const asksForJson = (words: ReadonlyArray<string>): boolean => {
  const end = words.indexOf("--")
  return (end === -1 ? words : words.slice(0, end)).some((word) =>
    /^--(?:json|envelope)(?:=(?:true|yes|on|1|y))?$/.test(word)
  )
}

/** Returns the JSON about an invalid command line or file. `problems` are those of a file, each with its place. */
export const buildWrongUseJson = (message: string, problems: ReadonlyArray<PolicyProblem> = []) => ({
  type: "wrong_use",
  at: new Date().toISOString(),
  exitStatus: 2,
  executed: "no",
  success: false,
  error: { class: "wrong_use", slug: "wrong_use", message, details: { problems } }
})
