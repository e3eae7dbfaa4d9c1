import { admit } from "../admission/admit.ts"
import type { AdmitFrame } from "../frames/ParentFrame.ts"
import type { ParentSocket } from "./ParentSocket.ts"
import { preview1Names } from "./wasi/preview1/signatures.ts"

/**
 * Checks a module, and answers with its admitted parts or the reason for a refusal. The parent has the module, so the
 * answer only names ranges of it and contains new bytes.
 */
export const serveAdmission = (channel: ParentSocket, { bounds }: AdmitFrame, body: Uint8Array): void => {
  const admitted = admit(body, { ...bounds, imports: new Set(preview1Names) })
  if ("refused" in admitted) {
    channel.send({ type: "refused", reason: admitted.refused, isSpoilt: false })
    return
  }
  const { parts } = admitted
  channel.send(
    { type: "admitted", parts: parts.map((part) => (part instanceof Uint8Array ? { size: part.length } : part)) },
    parts.filter((part) => part instanceof Uint8Array)
  )
}
