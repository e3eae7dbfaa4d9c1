import { isArtifactRef } from "@toolgate/core"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { nameFlag } from "../flags/nameFlag.ts"

/** The argument that names an artifact. */
export const reference = Argument.String("REF").pipe(
  Argument.withDescription("The reference, artifact:sha256-… with 64 digits, or a prefix that no other artifact has"),
  Argument.filterMap(
    (given) => (isArtifactRef(given) || beginning.test(given) ? Option.some(given) : Option.none()),
    () => "a reference, as in artifact:sha256-0f4c"
  )
)

const beginning = /^artifact:sha256-[\da-f]{4,64}$/

/** The flags that say where artifacts are, and whose are meant. */
export const artifactFlags = {
  folder: Flag.String("folder").pipe(
    Flag.withMetavar("DIR"),
    Flag.withDescription(
      "The folder of the artifacts; default: toolgate/artifacts in your state directory (~/.local/state)"
    ),
    Flag.optional
  ),
  store: Flag.String("store").pipe(
    Flag.withMetavar("PLACE"),
    Flag.withDescription("The store of the artifacts, instead of a folder: PATH, sqlite:PATH or postgres://…"),
    Flag.optional
  ),
  session: nameFlag("session", "Only artifacts of this session")
}

export interface ArtifactFlags {
  readonly folder: Option.Option<string>
  readonly store: Option.Option<string>
  readonly session: Option.Option<string>
}
