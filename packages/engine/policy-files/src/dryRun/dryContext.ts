import { isAbsolute } from "node:path"
import type { DispatchContext, ResolvedPath } from "@toolgate/core"
import type { TestContext } from "@toolgate/policy"
import { resolveLinks } from "../config/resolveLinks.ts"

/** The context of a call that is not made. `workspace` stands where the call names none. Who is not named is "default". */
export const dryContext = (given: TestContext, workspace: ResolvedPath): DispatchContext => ({
  session: given.session ?? "default",
  turn: "default",
  principal: {
    agent: given.agent ?? "default",
    ...(given.role === undefined ? {} : { role: given.role }),
    ...(given.task === undefined ? {} : { task: given.task }),
    ceiling: {
      tools: "any",
      ...(given.readOnly === undefined ? {} : { readOnly: given.readOnly }),
      ...(given.noWeb === undefined ? {} : { noWeb: given.noWeb })
    }
  },
  workspace,
  caller: { kind: "direct" },
  deadline: undefined
})

/**
 * The folder that a request names as its workspace, as calls from there would have it: links followed as far as it exists on
 * this machine, where it need not exist at all. Or why it can be none, as the end of a sentence.
 */
export const dryWorkspace = (path: string): ResolvedPath | { readonly fault: string } => {
  if (/^~(?=$|[\\/])/.test(path)) return { fault: 'begins with "~", which nobody expands here; write the whole path' }
  if (!isAbsolute(path)) return { fault: "is relative; write the whole path" }
  if (path.length > 4096 || /[\p{Cc}\p{Cs}]/u.test(path)) return { fault: "is not a path that a folder can have" }
  const resolved = resolveLinks(path)
  return resolved === undefined ? { fault: "leads through more than 40 links" } : (resolved as ResolvedPath)
}
