import { Refusal } from '../../server/refusal.js'
import type { Route, RouteRequest, Schema } from '../../server/route.js'
import { type Body, type BodyPath, bodySchema, readBody } from './bodies.js'
import type { Caller, Callers } from './callers.js'
import { requireOwnSite } from './own-site.js'

const mostBytes = 128 * 1_024

/** What a route demands of its caller: nothing, a session, or a recent login. */
type Demand = 'none' | 'session' | 'recent'
type CallerOf<Needs extends Demand> = Needs extends 'none' ? undefined : Caller

/** Builds routes below `/login` that only the frame's own origin can call. */
export const createLoginRoute = (callers: Callers, origin: string) => {
  const callerOf = async (needs: Demand, request: RouteRequest): Promise<Caller | undefined> => {
    requireOwnSite(request.request, origin)
    if (needs === 'none') return undefined
    return needs === 'recent' ? callers.requireRecent(request) : callers.require(request)
  }
  const shared = { isOfItsOwnSite: true, mostBytes } as const
  return {
    post: <Path extends BodyPath, Needs extends Demand>({
      path,
      needs,
      handle,
      ...described
    }: {
      readonly path: Path
      readonly summary: string
      readonly answer: Schema
      readonly needs: Needs
      handle(call: {
        readonly body: Body<Path>
        readonly caller: CallerOf<Needs>
        readonly request: RouteRequest
      }): Promise<unknown>
    }): Route => ({
      ...described,
      ...shared,
      method: 'post',
      path: `/login${path}`,
      body: bodySchema(path),
      async handle(request) {
        const caller = (await callerOf(needs, request)) as CallerOf<Needs>
        return handle({ body: await readBody(path, request), caller, request })
      },
    }),
    get: ({
      path,
      handle,
      ...described
    }: Pick<Route, 'summary' | 'answer' | 'query'> & {
      readonly path: string
      handle(caller: Caller, request: RouteRequest): Promise<unknown>
    }): Route => ({
      ...described,
      ...shared,
      method: 'get',
      path: `/login${path}`,
      handle: async request => handle(await callers.require(request), request),
    }),
  }
}
export type LoginRoute = ReturnType<typeof createLoginRoute>

/** An answer that sets or clears the cookie. */
export const withCookie = (body: unknown, cookie: string): Response =>
  Response.json(body, { headers: { 'set-cookie': cookie } })

/** Runs a step and names its result for a metric: done, or the field of the refusal. */
export async function counted<Answer>(
  count: (result: string) => void,
  run: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await run()
    count('done')
    return answer
  } catch (error) {
    count(error instanceof Refusal ? error.field : 'failed')
    throw error
  }
}
