/** What a refusal adds to its reason. `seconds` is also sent as `Retry-After`. */
export interface RefusalFacts {
  readonly seconds?: number
  readonly triesLeft?: number
  readonly version?: number
}

/**
 * Refuses a request. The response is
 * `{ status: 'FAILED', reasons: [{ field, description }] }` with this status.
 */
export class Refusal extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 503
  readonly field: string
  readonly facts: RefusalFacts

  constructor(
    status: Refusal['status'],
    field: string,
    description: string,
    facts: RefusalFacts = {},
  ) {
    super(description)
    this.name = 'Refusal'
    this.status = status
    this.field = field
    this.facts = facts
  }
}
