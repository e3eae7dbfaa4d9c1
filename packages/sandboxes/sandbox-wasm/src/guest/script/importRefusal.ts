import type { PlaceAt } from "./textPlace.ts"

/**
 * Returns why a script that imports is not run. The reported place is the first text in quotes that equals the
 * specifier.
 */
export const importRefusal = (source: string, specifier: string, placeAt: PlaceAt): string => {
  const shown = JSON.stringify(specifier.length > 80 ? `${specifier.slice(0, 80)}…` : specifier)
  const refusal = `it imports ${shown}, and a script stands alone: it can import nothing`
  const at = [`"${specifier}"`, `'${specifier}'`]
    .map((quoted) => source.indexOf(quoted))
    .filter((index) => index !== -1)
  if (at.length === 0) return refusal
  const place = placeAt(Math.min(...at))
  return place === undefined ? refusal : `${refusal} (line ${place.line}, column ${place.column})`
}
