import { resolve } from "node:path"

/** The place of a store. `shown` is how messages name the place: it holds no password. */
export type StorePlace =
  | { readonly kind: "sqlite"; readonly path: string; readonly shown: string }
  | { readonly kind: "postgres"; readonly url: string; readonly shown: string }

/** Reads `PATH`, `sqlite:PATH` or `postgres://…`. Returns a fault in words if the text is no place of a store. */
export const storePlaceOf = (text: string): StorePlace | { readonly fault: string } => {
  if (/^postgres(ql)?:\/\//i.test(text)) return postgresPlace(text)
  // One letter may be a drive of Windows.
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]+):(.*)$/is.exec(text) ?? []
  if (scheme !== undefined && scheme.toLowerCase() !== "sqlite")
    return { fault: `"${scheme}:" is no kind of store. ${kinds}` }
  const path = scheme === undefined ? text : (rest ?? "")
  // To SQLite, this is a database that ends with its process.
  if (path === ":memory:") return { fault: `a store in memory is none. ${kinds}` }
  if (path === "" || path.includes("\0")) return { fault: `it names no file. ${kinds}` }
  if (path.startsWith("//")) return { fault: `a file is named without "//". ${kinds}` }
  return { kind: "sqlite", path: resolve(path), shown: resolve(path) }
}

const kinds = "Name a file, as PATH or sqlite:PATH, or a database, as postgres://USER@HOST/DATABASE."

const postgresPlace = (text: string): StorePlace | { readonly fault: string } => {
  // For a socket, PostgreSQL leaves out the host, which a URL with a user has.
  const url = text.replace("@/", "@socket/")
  if (!URL.canParse(url)) return { fault: `the address of the database cannot be read. ${kinds}` }
  const { protocol, username, host, pathname } = new URL(url)
  // The query may hold a password too.
  const server = `${username === "" ? "" : `${username}@`}${url === text ? host : ""}`
  return { kind: "postgres", url: text, shown: `${protocol}//${server}${pathname}` }
}
