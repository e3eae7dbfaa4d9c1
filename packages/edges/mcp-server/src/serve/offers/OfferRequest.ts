import type { InputRequiredResult } from "@modelcontextprotocol/server"
import type { JsonObject, Judgement, ToolExecution } from "@toolgate/core"

/** A call for a resource, prompt or completion. */
export interface OfferCall {
  readonly tool: string
  readonly args: JsonObject
}

/** The way in which a client's request for resources or prompts passes the gate. */
export interface OfferRequest {
  /** Whether the policy shows the caller a tool. */
  readonly shows: (tool: string) => boolean
  /** Returns the policy's decision for each call, without making it. */
  readonly judge: (calls: ReadonlyArray<OfferCall>) => Promise<ReadonlyArray<Judgement["decision"]>>
  /**
   * Makes a call. Returns what `answer` builds from its outcome, or the question to the client's user for which it
   * waits.
   */
  readonly call: <A>(
    call: OfferCall,
    answer: (execution: ToolExecution, howToDecide: (approvalId: string) => string) => A
  ) => Promise<A | InputRequiredResult>
}
