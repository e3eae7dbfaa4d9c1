import type { InputRequiredResult } from "@modelcontextprotocol/server"
import type { JsonObject, Judgement, ToolExecution } from "@toolgate/core"

/** A call by which something of a server is reached. */
export interface OfferCall {
  readonly tool: string
  readonly args: JsonObject
}

/** The way in which a request of a client for resources or prompts passes the gate. */
export interface OfferRequest {
  /** Whether the policy shows the caller a tool. */
  readonly shows: (tool: string) => boolean
  /** Returns what the policy would decide about each call. */
  readonly judge: (calls: ReadonlyArray<OfferCall>) => Promise<ReadonlyArray<Judgement["decision"]>>
  /** Makes a call, and returns what `answer` makes of how it ended, or the question to the client's user on which it waits. */
  readonly call: <A>(
    call: OfferCall,
    answer: (execution: ToolExecution, howToDecide: (approvalId: string) => string) => A
  ) => Promise<A | InputRequiredResult>
}
