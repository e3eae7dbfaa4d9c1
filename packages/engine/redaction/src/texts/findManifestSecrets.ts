import type { Span } from "./Span.ts"

/**
 * Adds the values of a Kubernetes Secret in YAML: everything indented under `data` or `stringData`.
 *
 * Source: https://kubernetes.io/docs/concepts/configuration/secret/
 */
export const findManifestSecrets = (text: string, found: Array<Span>): void => {
  if (!/\bkind:[ \t]*["']?Secret\b/.test(text)) return
  let indent = -1
  let at = 0
  for (const line of text.split("\n")) {
    const own = line.search(/\S/)
    if (indent >= 0 && own > indent) {
      const value = /^\s*(?:["']?[\w.-]+["']?:\s*)?(?=\S)/.exec(line)?.[0].length ?? 0
      if (!/^(?:[|>][+-]?\s*|#.*)?$/.test(line.slice(value)))
        found.push({ from: at + value, to: at + line.trimEnd().length })
    } else if (own >= 0) indent = /^\s*(?:data|stringData):\s*$/.test(line) ? own : -1
    at += line.length + 1
  }
}
