import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import type { Configuration } from '../configuration.js'
import { BackendError } from '../errors.js'
import { type Log, reasonOf } from '../log.js'
import type { CreateRateLimit, RateLimit, RateLimitOptions } from '../shared/limits.js'
import { isDatabaseFailure } from '../store/open-store.js'
import { clientKey } from './client-key.js'
import { originRule } from './origins.js'
import { Refusal } from './refusal.js'
import { JsonText, type Route, type RouteRequest } from './route.js'

type Server = { Bindings: HttpBindings }
type Call = Context<Server>
/** Written to Node's response directly: a web Response costs more time than all the rest. */
interface Plain {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const largestBody = 1024 * 1024
const allowedHeaders =
  'content-type, x-project-id, x-sdk-type, x-sdk-version, x-client-id, solana-client'

export interface AppParts {
  readonly log: Log
  readonly createRateLimit: CreateRateLimit
  /** Called with each response. */
  seen(request: Seen): void
}
export interface Seen {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly seconds: number
}

/** Serves the routes with origins, projects, limits, errors, a log line and metrics. */
export function createApp(
  routes: readonly Route[],
  configuration: Configuration,
  { log, createRateLimit, seen }: AppParts,
): Hono<Server> {
  const app = new Hono<Server>({ strict: false })
  const isAllowed = originRule(configuration.origins)
  const limits = new Map<Route, RateLimit>()
  if (configuration.rateLimit) {
    const shared = createRateLimit('limit', configuration.rateLimit)
    for (const route of routes)
      if (!route.isUnlimited)
        limits.set(
          route,
          route.rateLimit
            ? createRateLimit(
                `limit:${route.path}`,
                slower(route.rateLimit, configuration.rateLimit),
              )
            : shared,
        )
  }
  const projects = configuration.projects && new Set(configuration.projects)

  const letIn = async (route: Route, call: Call, request: RouteRequest): Promise<void> => {
    const origin = call.req.header('origin')
    if (!route.isPublic && !route.isOfItsOwnSite && origin !== undefined && !isAllowed(origin))
      throw new Refusal(403, 'origin', 'This origin is not allowed.')
    const client = clientKey(request.client)
    const seconds = (await limits.get(route)?.take(`${client} ${route.path}`)) ?? 0
    if (seconds > 0) throw tooMany(seconds)
    if (
      projects &&
      !route.isPublic &&
      !route.isOfItsOwnSite &&
      !projects.has((await projectOf(request, route)) ?? '')
    )
      throw new Refusal(401, 'authentication', 'This project is not known.')
  }

  const answer = async (route: Route, call: Call): Promise<Response | Plain> => {
    const request = readRequest(call, configuration.trustedProxies, route.mostBytes ?? largestBody)
    await letIn(route, call, request)
    const found = await route.handle(request)
    const kept = route.keepSeconds ? `public, max-age=${route.keepSeconds}` : 'no-store'
    if (!(found instanceof Response)) return json(200, found, { 'cache-control': kept })
    if (found.ok) found.headers.set('cache-control', kept)
    return found
  }

  const isAnyAllowed = configuration.origins.includes('*')
  const finished = (
    given: Response | Plain,
    call: Call,
    route: string,
    began: number,
    id: string,
    isShared = true,
  ): Response => {
    const origin = call.req.header('origin')
    const added: Record<string, string> = {
      'x-content-type-options': 'nosniff',
      'x-request-id': id,
    }
    if (isShared && origin !== undefined && isAllowed(origin)) {
      added['access-control-allow-origin'] = isAnyAllowed ? '*' : origin
      added['access-control-expose-headers'] = 'x-request-id, retry-after'
    }
    if (!isAnyAllowed) added.vary = 'origin'
    const level = given.status >= 500 ? 'warn' : 'debug'
    log[level]('request', {
      id,
      method: call.req.method,
      route,
      status: given.status,
      ms: Math.round(performance.now() - began),
    })
    seen({
      method: call.req.method,
      route,
      status: given.status,
      seconds: (performance.now() - began) / 1_000,
    })
    if (given instanceof Response) {
      for (const [name, value] of Object.entries(added)) given.headers.set(name, value)
      return given
    }
    const { outgoing } = call.env
    outgoing.writeHead(given.status, {
      ...given.headers,
      ...added,
      'content-length': Buffer.byteLength(given.body),
    })
    outgoing.end(given.body)
    return RESPONSE_ALREADY_SENT
  }

  for (const route of routes) {
    app.on(route.method.toUpperCase(), route.path, async call => {
      const began = performance.now()
      const id = requestId(call, configuration.trustedProxies)
      const response = await answer(route, call).catch((error: unknown) =>
        refused(error, log, { id, route: route.path }),
      )
      return finished(response, call, route.path, began, id, !route.isOfItsOwnSite)
    })
    if (route.isOfItsOwnSite) continue
    app.options(route.path, call => {
      const headers = {
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': allowedHeaders,
        'access-control-max-age': '600',
      }
      return finished(
        new Response(null, { status: 204, headers }),
        call,
        route.path,
        performance.now(),
        requestId(call, configuration.trustedProxies),
      )
    })
  }
  app.notFound(call =>
    finished(
      failure(404, 'path', 'There is nothing here.'),
      call,
      'none',
      performance.now(),
      requestId(call, configuration.trustedProxies),
    ),
  )
  return app
}

const tooMany = (seconds: number) =>
  new Refusal(429, 'rate_limited', 'Too many requests.', { seconds })

const json = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Plain => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: body instanceof JsonText ? body.text : JSON.stringify(body),
})

const failure = (
  status: number,
  field: string,
  description: string,
  headers?: Readonly<Record<string, string>>,
): Plain => json(status, { status: 'FAILED', reasons: [{ field, description }] }, headers)

function refused(
  error: unknown,
  log: Log,
  fields: { readonly id: string; readonly route: string },
): Plain {
  if (error instanceof Refusal) {
    const { status, field, message: description, facts } = error
    return json(
      status,
      { status: 'FAILED', reasons: [{ field, description, ...facts }] },
      facts.seconds === undefined ? {} : { 'retry-after': String(facts.seconds) },
    )
  }
  if (error instanceof BackendError && error.code.startsWith('NODE_')) {
    log.warn('node', { ...fields, reason: error.code })
    return failure(503, 'provider', 'The chain does not answer at the moment.')
  }
  if (isDatabaseFailure(error)) {
    log.warn('database', { ...fields, reason: reasonOf(error) })
    return failure(503, 'database', 'The database does not respond or is full. Try again later.', {
      'retry-after': '5',
    })
  }
  log.error('failed', { ...fields, reason: reasonOf(error) })
  return { status: 500, headers: { 'content-type': 'text/plain' }, body: 'Internal error' }
}

function readRequest(call: Call, trustedProxies: number, mostBytes: number): RouteRequest {
  const { req } = call
  const client = clientOf(call, trustedProxies)
  let read: Promise<unknown> | undefined
  return {
    path: name => req.param(name) ?? '',
    query: name => req.query(name) || undefined,
    body() {
      read ??= readBody(req.raw, mostBytes)
      return read
    },
    project: req.query('projectId') || req.header('x-project-id') || undefined,
    request: req.raw,
    client,
    host:
      (trustedProxies > 0 && nthFromLast(req.header('x-forwarded-host'), trustedProxies)) ||
      req.header('host'),
  }
}

/** Reads the project of a POST from its body where the URL and headers have none. */
async function projectOf(request: RouteRequest, { method }: Route): Promise<string | undefined> {
  if (request.project !== undefined || method === 'get') return request.project
  const body = await request.body()
  const project =
    typeof body === 'object' && body !== null && 'projectId' in body ? body.projectId : undefined
  return typeof project === 'string' ? project : undefined
}

async function readBody(request: Request, mostBytes: number): Promise<unknown> {
  if (Number(request.headers.get('content-length')) > mostBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > mostBytes) throw tooLarge()
    chunks.push(chunk)
  }
  if (size === 0) return undefined
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new Refusal(422, 'body', 'The body is not JSON.')
  }
}

const tooLarge = () => new Refusal(413, 'body', 'The body is larger than this server accepts.')
const slower = (one: RateLimitOptions, other: RateLimitOptions): RateLimitOptions => ({
  burst: Math.min(one.burst, other.burst),
  perSecond: Math.min(one.perSecond, other.perSecond),
})

/** The id that our own proxy gave to the request, so that logs can be joined, or a new one. */
function requestId(call: Call, trustedProxies: number): string {
  const given = trustedProxies > 0 ? call.req.header('x-request-id') : undefined
  return given && /^[-\w]{8,64}$/.test(given) ? given : randomUUID()
}

/** The client's address: the peer, or what the outermost trusted proxy reports. */
function clientOf(call: Call, trustedProxies: number): string {
  const peer = call.env.incoming?.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return peer
  return nthFromLast(call.req.header('x-forwarded-for'), trustedProxies) || peer
}

const nthFromLast = (list: string | undefined, place: number): string | undefined =>
  (list ?? '').split(',').at(-place)?.trim()
