import type { Json } from "@toolgate/core"
import { canonicalJson } from "@toolgate/core/json"

/**
 * Whether no two items are equal in the sense of JSON Schema. The time grows linearly with the list. Comparing each
 * item with each would take quadratic time.
 */
export const areUnique = (items: ReadonlyArray<Json>): boolean =>
  new Set(items.map(canonicalJson)).size === items.length
