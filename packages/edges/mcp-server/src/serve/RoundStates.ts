import { randomBytes } from "node:crypto"
import { createRequestStateCodec, type ServerContext } from "@modelcontextprotocol/server"

/** The state of a question to a client, which the client carries to its next request. */
export type RoundState = {
  /** The digest of the caller, the tool and the arguments that the question is about. */
  readonly about: string
} & (
  | {
      readonly kind: "approval"
      readonly approval: string
      /** Whether the answer decides. If not, the user decides elsewhere, and the answer says no more than that they did. */
      readonly decides: boolean
    }
  | {
      readonly kind: "call"
      /** The id of the call that waits for the answer, and the number of the request that asked. */
      readonly call: string
      readonly round: number
    }
)

/** The state of a call that waited in a gate that is no more. Nothing in it could be verified. */
export interface LostState {
  readonly kind: "lost"
}

/**
 * The states of questions, sealed by this process for one method and one caller. A state that was changed, or is another's, is refused.
 */
export class RoundStates {
  /** Says in the state of a call which gate the call waits in: nobody else can know what became of it. */
  private readonly gate = randomBytes(12).toString("base64url")
  private readonly codec = createRequestStateCodec<RoundState>({
    key: randomBytes(32),
    ttlSeconds: 24 * 60 * 60,
    bind: ({ mcpReq, http }) => `${mcpReq.method}\0${http?.authInfo?.clientId ?? ""}`
  })

  /** Returns a state as the client gets it. */
  async seal(state: RoundState, ctx: ServerContext): Promise<string> {
    const sealed = await this.codec.mint(state, ctx)
    return state.kind === "call" ? `${this.gate}~${sealed}` : sealed
  }

  /** Returns a state that a client sent back. Rejects if it is none of this process's for the request. */
  readonly verify = async (text: string, ctx: ServerContext): Promise<RoundState | LostState> => {
    const [sealed = "", gate] = text.split("~").toReversed()
    return gate === undefined || gate === this.gate ? this.codec.verify(sealed, ctx) : { kind: "lost" }
  }
}
