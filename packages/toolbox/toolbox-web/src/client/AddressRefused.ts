import { HttpFault } from "@toolgate/catalogue/http-requests"
import { quoted, ToolPermissionDenied } from "@toolgate/core"

/**
 * A host was refused because of its address. The message omits the address, so that internal networks cannot be mapped.
 */
export class AddressRefused extends HttpFault {
  private readonly host: string

  constructor(host: string, port: number, kind: string) {
    const named = host.includes(":") ? `[${host}]` : host
    super(
      "unsent",
      `The address of ${quoted(host, 300)} is ${kind}, and only public addresses are reached. The operator can name "${named}:${port}" in the option "private" of the web tools.`
    )
    this.host = host
  }

  /** Returns the refusal as an error for the model. */
  asToolError(unsent: { readonly executed?: "no" }): ToolPermissionDenied {
    return new ToolPermissionDenied({
      message: `The request to ${quoted(this.host, 300)} was not sent. ${this.message}`,
      cause: this,
      ...unsent
    })
  }
}
