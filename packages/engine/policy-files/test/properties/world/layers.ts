import type { PolicyLayer, PolicyLayers, ToolSelector } from "@toolgate/policy"
import fc from "fast-check"
import { few, mapFrom, maybe, mostly } from "./chance.ts"
import { categories, roles, selectors, tasks } from "./names.ts"

const source = "p:1:1"
const at = { source }

/** A few selectors. Wide selectors are frequent, because otherwise hardly any call would be allowed. */
export const anySelectors: fc.Arbitrary<Array<ToolSelector>> = fc
  .oneof(
    { weight: 3, arbitrary: few(selectors, 3) },
    { weight: 2, arbitrary: few(selectors, 2).map((some) => [...some, "*"]) }
  )
  .map((texts) => texts.map((text) => ({ text, source })))

const narrowSelectors = few(
  selectors.filter((text) => text !== "*" && text !== "group:all"),
  2
).map((texts) => texts.map((text) => ({ text, source })))

const flag = maybe(8, fc.constant(at))

const flat: fc.Arbitrary<PolicyLayer["flat"]> = fc.record({
  webAccess: maybe(
    3,
    fc.boolean().map((value) => ({ value, source }))
  ),
  allowedCategories: maybe(
    3,
    few<string>(categories, 4).map((names) => ({ names, source }))
  ),
  allowedTools: maybe(
    3,
    anySelectors.map((some) => ({ selectors: some, source }))
  ),
  forbiddenTools: mostly([], 3, narrowSelectors)
})

export const anyLayer: fc.Arbitrary<PolicyLayer> = fc.record({
  source: fc.constant(source),
  allow: maybe(3, anySelectors),
  deny: mostly([], 3, narrowSelectors),
  readOnly: flag,
  noWeb: flag,
  flat: maybe(4, flat)
})

export const layerMap = (names: ReadonlyArray<string>): fc.Arbitrary<ReadonlyMap<string, PolicyLayer>> =>
  mapFrom(names, anyLayer).mostlyAll

export const anyLayers: fc.Arbitrary<PolicyLayers> = fc.record({
  global: maybe(3, anyLayer),
  roles: maybe(4, layerMap(roles)),
  tasks: maybe(3, layerMap(tasks))
})
