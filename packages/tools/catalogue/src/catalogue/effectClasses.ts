import { type SideEffect, type SideEffectClass, sideEffects } from "@toolgate/core"

/** The classes in ascending order. EXECUTE covers NETWORK, because code can open connections. */
const raised: ReadonlyArray<SideEffectClass> = ["NONE", "READ", "WRITE", "NETWORK", "EXECUTE"]

/** Whether a class is at least as strict as another. */
export const coversClass = (one: SideEffectClass, other: SideEffectClass): boolean =>
  raised.indexOf(one) >= raised.indexOf(other)

/** A class that a property of a tool implies, and the reason as the subject of a sentence. */
export interface Implied {
  readonly least: SideEffectClass
  readonly why: string
}

/** Returns the class that each side effect implies. */
export const implyClasses = (effects: ReadonlyArray<SideEffect>): ReadonlyArray<Implied> =>
  effects.map((effect) => ({ least: sideEffects[effect], why: `the side effect "${effect}"` }))

/** Returns the highest implied class. Without any, the tool only computes. */
export const pickHighest = (implied: ReadonlyArray<Implied>): Implied =>
  implied.reduce((most, one) => (coversClass(most.least, one.least) ? most : one), nothing)

const nothing: Implied = { least: "NONE", why: "nothing" }
