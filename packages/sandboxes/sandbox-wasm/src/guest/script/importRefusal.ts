/**
 * Returns why a script that imports is not run. The reported place is the first text in quotes that equals the
 * specifier.
 */
export const importRefusal = (source: string, specifier: string): string => {
  const shown = JSON.stringify(specifier.length > 80 ? `${specifier.slice(0, 80)}…` : specifier)
  const refusal = `it imports ${shown}, and a script stands alone: it can import nothing`
  const at = [`"${specifier}"`, `'${specifier}'`]
    .map((quoted) => source.indexOf(quoted))
    .filter((index) => index !== -1)
  if (at.length === 0) return refusal
  const before = source.slice(0, Math.min(...at)).split("\n")
  return `${refusal} (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1})`
}
