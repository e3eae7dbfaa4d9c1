import { bundle } from "../bin/bundle.mjs"
import freshness from "../bin/freshness.cjs"

/** Makes the bundle before any test runs, once for all of them. */
export default async () => {
  if (!freshness.isFresh()) await bundle()
}
