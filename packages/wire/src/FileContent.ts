import Type from "typebox"
import { closed } from "./Form.ts"

/** The content of a file: a digest of its bytes, "absent", "folder", or "unknown". */
export const FileContent = closed({ path: Type.String(), content: Type.String() })

/** A file that was approved with a call, and its use: changed, run, or started as a system program. */
export const ApprovedFile = closed({
  path: Type.String(),
  content: Type.String(),
  use: Type.Enum(["change", "run", "program"])
})
