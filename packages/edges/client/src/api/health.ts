/** The server lives. */
export interface Live {
  readonly status: "ok"
}

/** The server takes calls. */
export interface Ready {
  readonly status: "ready"
}
