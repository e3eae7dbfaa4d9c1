import { FileSystems } from "@toolgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { openFiles } from "./openFiles.ts"
import { PathPins } from "./PathPins.ts"

/** The `FileSystems` port, built on `PathPins`. */
export const layer = Layer.effect(
  FileSystems,
  Effect.map(PathPins, (pins) => ({ containment: pins.containment, open: openFiles(pins) }))
)
