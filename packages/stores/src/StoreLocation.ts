import { resolve } from "node:path"

/** The address of a store. Messages use `shown`, which contains no password. */
export type StoreLocation =
  | { readonly kind: "sqlite"; readonly path: string; readonly shown: string }
  | { readonly kind: "postgres"; readonly url: string; readonly shown: string }

/** Parses `PATH`, `sqlite:PATH` or `postgres://…`. Returns a fault in words if the text is not a store's address. */
export const parseStoreLocation = (text: string): StoreLocation | { readonly fault: string } => {
  if (/^postgres(ql)?:\/\//i.test(text)) return postgresPlace(text)
  // A single letter may be a Windows drive.
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]+):(.*)$/is.exec(text) ?? []
  if (scheme !== undefined && scheme.toLowerCase() !== "sqlite")
    return { fault: `"${scheme}:" is not a supported kind of store. ${kinds}` }
  const path = scheme === undefined ? text : (rest ?? "")
  // SQLite would open a temporary database in memory.
  if (path === ":memory:") return { fault: `a store cannot be in memory. ${kinds}` }
  if (path === "" || path.includes("\0")) return { fault: `it names no file. ${kinds}` }
  if (path.startsWith("//")) return { fault: `a file is named without "//". ${kinds}` }
  return { kind: "sqlite", path: resolve(path), shown: resolve(path) }
}

const kinds = "Name a file, as PATH or sqlite:PATH, or a database, as postgres://USER@HOST/DATABASE."

const postgresPlace = (text: string): StoreLocation | { readonly fault: string } => {
  // For a socket, PostgreSQL omits the host, which `URL` requires after a user name.
  const url = text.replace("@/", "@socket/")
  if (!URL.canParse(url)) return { fault: `the address of the database cannot be read. ${kinds}` }
  const { protocol, username, host, pathname } = new URL(url)
  // The query may contain a password too.
  const server = `${username === "" ? "" : `${username}@`}${url === text ? host : ""}`
  return { kind: "postgres", url: text, shown: `${protocol}//${server}${pathname}` }
}
