import type { ExecutionGrant, PermissionRequest, Permit, RuleRef } from "@toolgate/core"

/**
 * A permit to be looked at: each part is a frozen copy, made when it is asked for. Whoever sees it cannot change what the
 * sandbox is given.
 */
export class ShownPermit implements Permit {
  readonly #permit: Permit

  constructor(permit: Permit) {
    this.#permit = permit
  }

  get request(): PermissionRequest {
    const { request } = this.#permit
    return Object.freeze({ ...request, resources: frozen(request.resources) })
  }

  get grant(): ExecutionGrant {
    const { sandbox, confinement, limits, access } = this.#permit.grant
    return Object.freeze({
      sandbox,
      confinement,
      limits: Object.freeze({ ...limits }),
      access: Object.freeze({
        files: frozen(access.files),
        hosts: access.hosts === "any" ? access.hosts : frozen(access.hosts),
        env: access.env === "any" ? access.env : Object.freeze([...access.env]),
        ...(access.path === undefined ? {} : { path: Object.freeze([...access.path]) })
      })
    })
  }

  get because(): RuleRef {
    return Object.freeze({ ...this.#permit.because })
  }

  get waitedMs(): number {
    return this.#permit.waitedMs
  }
}

const frozen = <A extends object>(list: ReadonlyArray<A>): ReadonlyArray<A> =>
  Object.freeze(list.map((one) => Object.freeze({ ...one })))
