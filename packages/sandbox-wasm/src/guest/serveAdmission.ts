import { admit } from "../admission/admit.ts"
import type { AdmitFrame } from "../frames/ParentFrame.ts"
import type { Channel } from "./Channel.ts"
import { preview1Names } from "./wasi/preview1Names.ts"

/** Checks a module, and answers with what may be run of it, or why nothing may. */
export const serveAdmission = async (channel: Channel, { bounds }: AdmitFrame, body: Uint8Array): Promise<void> => {
  const admitted = await admit(body, { ...bounds, imports: preview1Names })
  if ("refused" in admitted) channel.send({ type: "refused", reason: admitted.refused })
  else channel.send({ type: "admitted" }, [admitted.bytes])
}
