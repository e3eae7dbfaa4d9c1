import type { ClientOptions } from "../ClientOptions.ts"

/** Returns the address without its last slash, and the token. Throws if one of them is invalid, without repeating it. */
export const checkOptions = ({ url, token }: ClientOptions): { readonly url: string; readonly token: string } => {
  const address = URL.parse(url)
  const isPlain =
    address !== null && /^https?:$/.test(address.protocol) && `${address.origin}${address.pathname}` === address.href
  if (!isPlain) throw new TypeError('"url" must be an address such as "https://gate.example.org".')
  if (!/^[\w.~+/=-]+$/.test(token)) throw new TypeError('"token" must be the secret of a token, on one line.')
  return { url: address.href.replace(/\/+$/, ""), token }
}
