/** Returns a text in which no character is one of Markdown's. A name with an underscore is code, as what is in backticks is already. */
export const inMarkdown = (text: string): string =>
  text
    .split(/(`[^`]*`|\b[a-z0-9]+(?:_[a-z0-9]+)+\b)/)
    .map((part, at) =>
      at % 2 === 0 ? part.replaceAll(/[\\<>*_[\]|]/g, "\\$&") : part.startsWith("`") ? part : `\`${part}\``
    )
    .join("")
