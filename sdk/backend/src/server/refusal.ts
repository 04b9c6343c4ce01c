/**
 * Refuses a request. The response is
 * `{ status: 'FAILED', reasons: [{ field, description }] }` with this status.
 */
export class Refusal extends Error {
  readonly status: 400 | 401 | 403 | 404 | 413 | 422 | 429 | 503
  readonly field: string

  constructor(status: Refusal['status'], field: string, description: string) {
    super(description)
    this.name = 'Refusal'
    this.status = status
    this.field = field
  }
}
