import { artifactOwner } from "@toolgate/artifacts"
import type { Artifact, ArtifactOwner, ArtifactStore } from "@toolgate/core"
import * as Effect from "effect/Effect"
import type { AccessToken } from "../access/AccessToken.ts"
import { NotFound, Unavailable } from "../api/problems.ts"
import type { Sessions } from "../sessions/Sessions.ts"

/** An artifact that was found for a token, with its owner. */
export interface FoundArtifact {
  readonly artifact: Artifact
  readonly owner: ArtifactOwner
  readonly store: ArtifactStore["Service"]
}

/** The artifacts of a gate, as the clients of a server see them. Another owner's artifact does not exist for a client. */
export class SessionArtifacts {
  private readonly kept: ArtifactStore["Service"] | undefined
  private readonly sessions: Sessions

  constructor(kept: ArtifactStore["Service"] | undefined, sessions: Sessions) {
    this.kept = kept
    this.sessions = sessions
  }

  /** Returns the artifacts of a session, oldest first. */
  list(token: AccessToken, session: string) {
    return Effect.flatMap(this.ownerOf(token, session), (owner) => this.listOf(owner))
  }

  /** Returns the artifacts of one owner or of all owners, oldest first. */
  listOf(owner?: ArtifactOwner) {
    return Effect.flatMap(this.store, (store) => whileAvailable(store.list(owner)))
  }

  /** Finds an artifact of a session. */
  find(token: AccessToken, session: string, ref: string) {
    return Effect.flatMap(this.ownerOf(token, session), (owner) => this.findOf(owner, ref))
  }

  /** Finds an artifact of an owner. */
  findOf(
    owner: ArtifactOwner,
    ref: string
  ): Effect.Effect<FoundArtifact, typeof NotFound.Type | typeof Unavailable.Type> {
    return Effect.gen({ self: this }, function* () {
      const store = yield* this.store
      const artifact = yield* whileAvailable(store.get(ref, owner))
      return artifact === undefined ? yield* Effect.fail(noArtifact) : { artifact, owner, store }
    })
  }

  /** Removes an artifact of a session. */
  remove(token: AccessToken, session: string, ref: string) {
    return Effect.gen({ self: this }, function* () {
      const owner = yield* this.ownerOf(token, session)
      const store = yield* this.store
      if (!(yield* whileAvailable(store.remove(ref, owner)))) return yield* Effect.fail(noArtifact)
    })
  }

  private get store(): Effect.Effect<ArtifactStore["Service"], typeof NotFound.Type> {
    return this.kept === undefined ? Effect.fail(noArtifact) : Effect.succeed(this.kept)
  }

  /** Returns the owner that the calls of a session have, if the token may see the session. */
  private ownerOf(token: AccessToken, session: string) {
    return Effect.map(this.sessions.look(token, session), ({ options: { agent, onBehalfOf } }) => {
      const names = { agent: String(agent), ...(onBehalfOf === undefined ? {} : { onBehalfOf: String(onBehalfOf) }) }
      return artifactOwner({ session, principal: { ...names, ceiling: { tools: "any" } } })
    })
  }
}

const noArtifact = NotFound.problem("There is no such artifact here, or it has expired.", {})

const whileAvailable = <A>(answer: Effect.Effect<A, { readonly message: string }>) =>
  Effect.mapError(answer, ({ message }) => Unavailable.problem(message, {}))
