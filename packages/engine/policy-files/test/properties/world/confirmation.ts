import type { SideEffectClass } from "@toolgate/core"
import type { ConfirmationMode, ConfirmationSettings, SourcedMode } from "@toolgate/policy"
import fc from "fast-check"
import { few, mapFrom, mostly } from "./chance.ts"
import { aliases, classes, sessions, toolNames, trees } from "./names.ts"

const source = "p:1:1"

const mode: fc.Arbitrary<SourcedMode> = mostly<ConfirmationMode, ConfirmationMode>(
  "auto",
  2,
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<ConfirmationMode>("prompt") },
    { weight: 2, arbitrary: fc.constant<ConfirmationMode>("prompt_once") },
    { weight: 1, arbitrary: fc.constant<ConfirmationMode>("deny") }
  )
).map((each) => ({ mode: each, source }))

const modesFor = <A>(names: ReadonlyArray<A>) => mapFrom(names, mode).some

/** Confirmation settings, with a mode for every class. */
export const anyConfirmation: fc.Arbitrary<ConfirmationSettings> = fc.record({
  default: fc.record({ NONE: mode, READ: mode, WRITE: mode, EXECUTE: mode, NETWORK: mode }),
  perTool: mostly(new Map<string, SourcedMode>(), 3, modesFor<string>([...toolNames, ...aliases])),
  perSession: mostly(
    new Map<string, ReadonlyMap<SideEffectClass, SourcedMode>>(),
    4,
    modesFor(classes).map((modes) => new Map([[sessions[1], modes]]))
  ),
  sessionsMayLoosen: fc.boolean(),
  trustedWorkspaces: mostly(
    [],
    2,
    few(trees, 2).map((all) => all.map((path) => ({ path, source })))
  ),
  trustedOverrides: mostly(new Map<SideEffectClass, SourcedMode>(), 2, modesFor(classes)),
  source: fc.constant(source)
})
