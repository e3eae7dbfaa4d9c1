import { parseAddress } from "@toolgate/server"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { switchFlag } from "../flags/switchFlag.ts"

const listen = Flag.String("listen").pipe(
  Flag.withMetavar("HOST:PORT"),
  Flag.withDescription(
    "The address to listen at, as in 127.0.0.1:7333, with port 0 for a free one; default: 127.0.0.1:7333"
  ),
  Flag.filterMap(
    (given) => Option.fromNullishOr(parseAddress(given)),
    () => "an address and a port, as in 127.0.0.1:7333"
  ),
  Flag.optional
)

const socket = Flag.String("socket").pipe(
  Flag.withMetavar("PATH"),
  Flag.withDescription("A Unix socket to listen at, instead of an address"),
  Flag.optional
)

const config = Flag.String("config").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription(
    "The settings of the server; default: toolgate/server.yaml in your configuration folder, if it is there"
  ),
  Flag.optional
)

/** The flags of a server. A flag takes the place of the setting of its name. */
export const serverFlags = {
  listen,
  socket,
  config,
  init: switchFlag("init", "Write a file of settings with every key explained, and serve nothing")
}
