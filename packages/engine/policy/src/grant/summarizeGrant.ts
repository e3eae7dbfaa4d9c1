import type { ExecutionGrant, FileAccess, FileAccessSummary, GrantSummary } from "@toolgate/core"

/** Summarizes a grant for display: its exceptions are counted, not listed. */
export const summarizeGrant = ({ access, ...grant }: ExecutionGrant): GrantSummary => ({
  ...grant,
  access: { ...access, files: access.files.map(summarizeFile) }
})

const summarizeFile = ({ except = [], ...file }: FileAccess): FileAccessSummary => {
  const unwritten = except.filter(({ mode }) => mode === "w").length
  return except.length === 0 ? file : { ...file, excepted: { unwritten, unread: except.length - unwritten } }
}
