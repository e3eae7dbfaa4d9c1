import { bundle } from "../bin/bundle.mjs"
import freshness from "../bin/freshness.cjs"

/** Makes the bundle once, before any test runs. */
export default async () => {
  if (!freshness.isFresh()) await bundle()
}
