/** Jobs of a server whose database is SQLite. PostgreSQL has those of pg-boss. */
interface JobRows {
  id: string
  name: string
  /** One job of a name has it. */
  key: string
  /** JSON. */
  payload: string
  /** Milliseconds since 1970. */
  due: number
  attempts: number
}

/** Points of rate limits, in the columns that `rate-limiter-flexible` names. */
interface RateLimits {
  key: string
  points: number
  /** Milliseconds since 1970. */
  expire: number | null
}

export interface BaseTables {
  jobs: JobRows
  rate_limits: RateLimits
}
