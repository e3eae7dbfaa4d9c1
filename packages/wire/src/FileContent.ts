import Type from "typebox"
import { closed } from "./Form.ts"

/** The content of a file as it was found: a digest of its bytes, "absent", "folder", or "unknown". */
export const FileContent = closed({ path: Type.String(), content: Type.String() })

/** A file that a call was approved with, and whether the call changes it, runs it, or starts it as a program of the system. */
export const ApprovedFile = closed({
  path: Type.String(),
  content: Type.String(),
  use: Type.Enum(["change", "run", "program"])
})
