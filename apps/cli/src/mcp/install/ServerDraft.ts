import type { FileMode } from "@toolgate/core"
import type { ReferenceText } from "@toolgate/local-secrets/references"

/** A server entry for a `mcp.yaml`. Absent members have their defaults. */
export interface ServerDraft {
  readonly command?: ReadonlyArray<ReferenceText>
  readonly url?: ReferenceText
  readonly headers?: Readonly<Record<string, ReferenceText>>
  readonly env?: Readonly<Record<string, ReferenceText>>
  readonly files?: ReadonlyArray<{ readonly path: string; readonly mode: FileMode }>
  readonly network?: "any"
  readonly unconfined?: true
  readonly timeout?: string
}

/** A server in a client's configuration. */
export interface FoundServer {
  /** The client's name for the server. */
  readonly name: string
  /** The entry for a `mcp.yaml`, or the reason why there is none, as the predicate of a sentence. */
  readonly draft: ServerDraft | { readonly obstacle: string }
}

/** Returns the server's name behind the gate. `undefined` if no valid character remains. */
export const makeGateName = (name: string): string | undefined => {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, 32)
    .replace(/-+$/, "")
  return plain === "" ? undefined : plain
}
