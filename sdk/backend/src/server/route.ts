import type { RateLimitOptions } from '../shared/limits.js'
import { Refusal } from './refusal.js'

/** JSON Schema, as far as it is used here. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly format?: string
}
export interface Parameter {
  readonly description: string
  readonly required?: boolean
}
/** A request as a route reads it. */
export interface RouteRequest {
  path(name: string): string
  /** Undefined where it is missing or empty. */
  query(name: string): string | undefined
  /**
   * What stands in the body as JSON, whatever content type it was sent with; undefined for none.
   */
  body(): Promise<unknown>
  readonly project: string | undefined
  /** As it came, for what a route reads itself. */
  readonly request: Request
  /** The client's IP address: the peer, or what the outermost trusted proxy reports. */
  readonly client: string
  /** What it was sent to: by the outermost of our own proxies, or by itself. */
  readonly host: string | undefined
}
/** An answer that is JSON already. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
/** A route as data: the server, `/openapi.json` and the limits are built from these. */
export interface Route {
  readonly method: 'get' | 'post'
  /** With `:name` for what stands in the path. */
  readonly path: string
  readonly summary: string
  readonly query?: Readonly<Record<string, Parameter>>
  readonly body?: Schema
  readonly answer: Schema
  /** How long clients and proxies may keep the answer. */
  readonly keepSeconds?: number
  /** For monitoring: allowed from any origin and without a project. */
  readonly isPublic?: boolean
  /** Answers from memory, so it has no rate limit. */
  readonly isUnlimited?: boolean
  /** A stricter limit than that of the configuration. */
  readonly rateLimit?: RateLimitOptions
  /** Bytes of a body; more is refused. Default 1 MB. */
  readonly mostBytes?: number
  /** Checks the origin by itself and serves no page of another origin; limited like all. */
  readonly isOfItsOwnSite?: boolean
  /** A Response or a JsonText as it is, anything else as JSON. */
  handle(request: RouteRequest): unknown
}

export const text: Schema = { type: 'string' }
export const maybeText: Schema = { type: ['string', 'null'] }
export const number: Schema = { type: 'number' }
export const yesNo: Schema = { type: 'boolean' }
export const list = (items: Schema): Schema => ({ type: 'array', items })
/** An object of which everything is required but what `optional` names. */
export const object = (
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter(name => !optional.includes(name)),
})

export const listIn = (value: string | undefined): readonly string[] =>
  value
    ?.split(',')
    .map(part => part.trim())
    .filter(Boolean) ?? []

/** @throws Refusal 400 for what is no positive whole number */
export function countIn(
  field: string,
  value: string | undefined,
  fallback: number,
  most: number,
): number {
  if (value === undefined) return fallback
  if (!/^\d{1,9}$/.test(value) || Number(value) < 1)
    throw new Refusal(400, field, `${field} is a positive whole number.`)
  return Math.min(Number(value), most)
}
