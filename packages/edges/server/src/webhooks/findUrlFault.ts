/** Returns what is wrong with the URL of a webhook, as a sentence without the path, which may be a secret. */
export const findUrlFault = (text: string, allowPrivate: boolean): string | undefined => {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
    return "A webhook needs a URL with https."
  if (url.username !== "" || url.password !== "")
    return `The URL of the webhook for ${url.host} must not contain a name or a password.`
  if (url.protocol === "http:" && !allowPrivate)
    return `The webhook for ${url.origin} needs https. Only "allowPrivate" permits http.`
  return undefined
}
