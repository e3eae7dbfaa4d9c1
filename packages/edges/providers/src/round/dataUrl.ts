/** Returns bytes in Base64 as the URL that stands for them. */
export const dataUrl = ({ mediaType, base64 }: { readonly mediaType: string; readonly base64: string }): string =>
  `data:${mediaType};base64,${base64}`

/** The URL of an image of one transparent pixel: for an answer that has to have an image where there is none. */
export const noImage =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
