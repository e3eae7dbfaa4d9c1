import { z } from "zod"

/** The tool `echo` as frameworks define their own. */
export const echoSchema = {
  description: "Gives its text back.",
  inputSchema: z.object({ text: z.string() })
}
