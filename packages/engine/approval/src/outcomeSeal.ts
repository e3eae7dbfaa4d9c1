import type { StoredApproval, ToolExecution } from "@toolgate/core"
import type { SecretKey } from "@toolgate/local-secrets"
import { encode, type Form, ToolExecution as ToolExecutionForm } from "@toolgate/wire"
import { decode, WireFault } from "@toolgate/wire/decode"

/**
 * Seals the answer to an approved call for an `ApprovalStore`, without its output if that is long.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { randomBytes } from "node:crypto"
 * import { sealOutcome } from "@toolgate/approval"
 * import { SecretKey } from "@toolgate/local-secrets"
 * import { builtins, createToolgate } from "toolgate"
 *
 * const key = new SecretKey(randomBytes(32))
 * await using gate = await createToolgate({ workspace: ".", policy: "default", tools: builtins() })
 * const answer = await gate.dispatch({ id: "1", tool: "list_dir", args: {} })
 * // Without the key, the stored text reveals nothing about the answer.
 * const sealed = sealOutcome(key, "an approval", answer)
 * assert(!sealed.includes("README.md"))
 * ```
 */
export const sealOutcome = (key: SecretKey, id: string, answer: ToolExecution): string => {
  const outcome = encode(ToolExecutionForm, answer)
  const text = JSON.stringify(outcome)
  return key.seal(text.length <= longest ? text : JSON.stringify({ ...outcome, ...cut, output: cutOutput(answer) }), [
    purpose,
    id
  ])
}

/** Opens the answer of an approval's call. Returns `undefined` if it cannot be read. */
export const openOutcome = (
  key: SecretKey,
  { id, outcome }: StoredApproval
): Form<typeof ToolExecutionForm> | undefined => {
  const text = outcome === undefined ? undefined : key.open(outcome, [purpose, id])
  const answer = text === undefined ? undefined : decode(ToolExecutionForm, JSON.parse(text))
  return answer instanceof WireFault ? undefined : answer
}

const purpose = "approval outcome"

/** The length up to which an answer is stored with its arguments and output, in characters. */
const longest = 256 * 1024

const cut = { arguments: null }

const cutOutput = ({ output }: ToolExecution) => ({
  content: [{ type: "text", text: "The output was too long to store with the approval." }],
  success: output.success,
  metadata: {}
})
