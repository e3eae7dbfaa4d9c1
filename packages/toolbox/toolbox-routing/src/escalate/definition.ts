import { defineTool, ToolExecutionError } from "@toolgate/core"
import { Type } from "typebox"

/** Asks a person, and returns the answer, which permits nothing. */
export const escalate = defineTool({
  name: "escalate",
  title: "Ask a person",
  description:
    "Asks a person for a decision that is not yours to take, and waits for it. The answer is approve or deny, with the person's words. It permits nothing by itself: a call that is denied stays denied.",
  parameters: Type.Object(
    {
      reason: Type.String({
        minLength: 1,
        maxLength: 4000,
        pattern: "\\S",
        description: "What must be decided and why, with everything that the person needs to know."
      }),
      to: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: "Who should answer, if it matters." }))
    },
    { additionalProperties: false }
  ),
  output: Type.Object(
    {
      decision: Type.String({ enum: ["approve", "deny"] }),
      note: Type.String({ description: "The person's own words. Empty if there are none." })
    },
    { additionalProperties: false }
  ),
  sideEffects: "NONE",
  category: "routing",
  escalates: true,
  callers: ["direct"],
  execute: (_args, { answer }) => {
    // Only a foreign policy lets the call run without asking.
    if (answer === undefined)
      throw new ToolExecutionError({
        message: "No person was asked, because this gate's policy does not ask. Continue without a decision, or stop.",
        executed: "no"
      })
    return { decision: answer.decision, note: answer.note ?? "" }
  },
  examples: [
    {
      description: "If there is nobody to ask, there is no decision.",
      args: {
        reason: "The release notes promise a migration that does not exist. May I leave it out?",
        to: "the owner"
      },
      expect: { error: "permission_denied" }
    }
  ]
})
