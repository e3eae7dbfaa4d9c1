import type { Work } from "./doors.ts"
import { text } from "./echo.ts"

/** Returns calls of one tool that all succeed. */
export const echoWork = (tool = "echo"): Work => ({
  tool: () => tool,
  args: () => ({ args: { text } }),
  ended: (execution) => execution.success
})
