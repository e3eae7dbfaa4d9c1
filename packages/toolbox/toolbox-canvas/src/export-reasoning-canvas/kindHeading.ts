/** Returns a text under a heading that says of which kind its node is: a color alone does not tell everybody. */
export const withKind = (kind: string, text: string): string =>
  `**${kind.charAt(0).toUpperCase()}${kind.slice(1)}**\n${text}`

/** Returns a text without such a heading. */
export const withoutKind = (text: string): string =>
  text.replace(/^\*\*(?:Hypothesis|Evidence|Question|Conclusion|Failure|Cause|Fix)\*\*\n/, "")
