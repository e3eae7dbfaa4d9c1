import { randomBytes } from "node:crypto"
import { createRequestStateCodec, type ServerContext } from "@modelcontextprotocol/server"

/** The state of a question. The client sends it back with its next request. */
export type RoundState = {
  /** The digest of the caller, tool and arguments. */
  readonly about: string
} & (
  | {
      readonly kind: "approval"
      readonly approval: string
      /** Whether the client's answer decides. If not, the user decides elsewhere, and the answer only confirms that. */
      readonly decides: boolean
    }
  | {
      readonly kind: "call"
      /** The id of the waiting call, and the number of the request that asked. */
      readonly call: string
      readonly round: number
    }
)

/** A state from a gate that no longer runs. None of it can be verified. */
export interface LostState {
  readonly kind: "lost"
}

/**
 * The states of questions, signed by this process for one method and one caller. Changed or foreign states are refused.
 */
export class RoundStates {
  /** The id of this gate. It is part of a call's state, because only this gate knows the outcome. */
  private readonly gate = randomBytes(12).toString("base64url")
  private readonly codec = createRequestStateCodec<RoundState>({
    key: randomBytes(32),
    ttlSeconds: 24 * 60 * 60,
    bind: ({ mcpReq, http }) => `${mcpReq.method}\0${http?.authInfo?.clientId ?? ""}`
  })

  /** Returns a state as text for the client. */
  async seal(state: RoundState, ctx: ServerContext): Promise<string> {
    const sealed = await this.codec.mint(state, ctx)
    return state.kind === "call" ? `${this.gate}~${sealed}` : sealed
  }

  /** Verifies a state that a client sent back. Rejects if this process did not create it for this request. */
  readonly verify = async (text: string, ctx: ServerContext): Promise<RoundState | LostState> => {
    const [sealed = "", gate] = text.split("~").toReversed()
    return gate === undefined || gate === this.gate ? this.codec.verify(sealed, ctx) : { kind: "lost" }
  }
}
