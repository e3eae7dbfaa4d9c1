import { isAbsolute } from "node:path"
import type { Ceiling, DispatchContext, ResolvedPath } from "@toolgate/core"
import type { TestContext } from "@toolgate/policy"
import { resolveLinks } from "../config/resolveLinks.ts"

/**
 * Makes the context of a dry-run call. `workspace` is for calls that do not name one. A missing name becomes
 * "default". `tools` are the tools that the caller may use.
 */
export const makeDryContext = (
  given: TestContext,
  workspace: ResolvedPath,
  tools: Ceiling["tools"] = "any"
): DispatchContext => ({
  session: given.session ?? "default",
  turn: "default",
  principal: {
    agent: given.agent ?? "default",
    ...(given.role === undefined ? {} : { role: given.role }),
    ...(given.task === undefined ? {} : { task: given.task }),
    ceiling: {
      tools,
      ...(given.readOnly === undefined ? {} : { readOnly: given.readOnly }),
      ...(given.noWeb === undefined ? {} : { noWeb: given.noWeb })
    }
  },
  workspace,
  caller: { kind: "direct" },
  deadline: undefined
})

/**
 * Resolves the workspace of a request, and follows links in the part of the path that exists; the folder need not
 * exist. If the path is invalid, returns the problem as the end of a sentence.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { DryRun } from "@toolgate/policy-files"
 *
 * assert.equal(DryRun.resolveDryWorkspace("/no/such/folder"), "/no/such/folder")
 * const fault = DryRun.resolveDryWorkspace("notes")
 * assert.deepEqual(fault, { fault: "is relative; write the whole path" })
 * ```
 */
export const resolveDryWorkspace = (path: string): ResolvedPath | { readonly fault: string } => {
  if (/^~(?=$|[\\/])/.test(path)) return { fault: 'begins with "~", which is not expanded here; write the whole path' }
  if (!isAbsolute(path)) return { fault: "is relative; write the whole path" }
  if (path.length > 4096 || /[\p{Cc}\p{Cs}]/u.test(path)) return { fault: "is not a valid path of a folder" }
  const resolved = resolveLinks(path)
  return resolved === undefined ? { fault: "leads through more than 40 links" } : (resolved as ResolvedPath)
}
