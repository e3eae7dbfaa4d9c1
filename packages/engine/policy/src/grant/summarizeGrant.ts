import type { ExecutionGrant, FileAccess, FileAccessSummary, GrantSummary } from "@toolgate/core"

/**
 * Summarizes a grant for display: its exceptions are counted, not listed.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import type { ResolvedPath } from "@toolgate/core"
 * import { summarizeGrant } from "@toolgate/policy"
 * import { makeExecutionGrant } from "@toolgate/testing"
 *
 * const except = [{ pattern: "/app/.git/hooks/**", mode: "w" }] as const
 * const files = [{ path: "/app" as ResolvedPath, mode: "rw", scope: "tree", except }] as const
 * const { access } = summarizeGrant(makeExecutionGrant({ access: { files, hosts: [], env: [] } }))
 * assert.deepEqual(access.files[0]?.excepted, { unwritten: 1, unread: 0 })
 * ```
 */
export const summarizeGrant = ({ access, ...grant }: ExecutionGrant): GrantSummary => ({
  ...grant,
  access: { ...access, files: access.files.map(summarizeFile) }
})

const summarizeFile = ({ except = [], ...file }: FileAccess): FileAccessSummary => {
  const unwritten = except.filter(({ mode }) => mode === "w").length
  return except.length === 0 ? file : { ...file, excepted: { unwritten, unread: except.length - unwritten } }
}
