/** Returns bytes in Base64 as the URL that stands for them. */
export const dataUrl = ({ mediaType, base64 }: { readonly mediaType: string; readonly base64: string }): string =>
  `data:${mediaType};base64,${base64}`
