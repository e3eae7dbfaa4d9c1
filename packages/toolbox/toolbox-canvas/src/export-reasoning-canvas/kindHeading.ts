/** Adds a heading with the node's kind to a text, because color alone is not accessible. */
export const addKindHeading = (kind: string, text: string): string =>
  `**${kind.charAt(0).toUpperCase()}${kind.slice(1)}**\n${text}`

/** Removes the heading from a text. */
export const removeKindHeading = (text: string): string =>
  text.replace(/^\*\*(?:Hypothesis|Evidence|Question|Conclusion|Failure|Cause|Fix)\*\*\n/, "")
