import { createToolgate } from "toolgate"
import { echo } from "../echo.ts"

/** Opens a gate with the tool `echo`, and `count` similar tools. */
export const openGate = (count = 0) =>
  createToolgate({
    workspace: process.cwd(),
    policy: { files: [] },
    tools: [echo("echo", "async"), ...Array.from({ length: count }, (_, at) => echo(`echo_${at}`, "async"))]
  })
