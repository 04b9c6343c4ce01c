import { describeRoutes } from '../server/open-api.js'
import { list, number, object, type Route, text, yesNo } from '../server/route.js'
import type { Readiness } from './readiness.js'

const index = object(
  { chain: text, phase: text, block: number, hash: text, head: number, lag: number, reason: text },
  ['block', 'hash', 'head', 'lag', 'reason'],
)
const network = object({ chain: text, ready: yesNo, provider: text, lag: number, reason: text }, [
  'lag',
  'reason',
])

/** Status of the process, and the description of its routes. */
export function statusRoutes(
  readiness: () => Promise<Readiness>,
  described: () => readonly Route[],
): readonly Route[] {
  const live = (path: string): Route => ({
    method: 'get',
    path,
    summary: 'Whether the process runs',
    answer: object({ status: text }),
    isPublic: true,
    isUnlimited: true,
    handle: () => ({ status: 'ok' }),
  })
  return [
    live('/live'),
    live('/health'),
    {
      method: 'get',
      path: '/ready',
      summary:
        'Whether it can answer: 503 while it stops, while its database does not respond, and while no network is ready',
      query: { network: { description: 'CAIP-2: 503 while this network is not ready' } },
      answer: object(
        {
          ready: yesNo,
          database: yesNo,
          redis: yesNo,
          networks: list(network),
          indexes: list(index),
        },
        ['redis'],
      ),
      isPublic: true,
      async handle({ query }) {
        const state = await readiness()
        const requested = query('network')
        const ready =
          state.ready &&
          (requested === undefined ||
            state.networks.some(({ chain, ready }) => ready && chain === requested))
        return Response.json({ ...state, ready }, { status: ready ? 200 : 503 })
      },
    },
    {
      method: 'get',
      path: '/openapi.json',
      summary: 'This description',
      answer: object({ openapi: text }),
      isPublic: true,
      keepSeconds: 300,
      handle: () => describeRoutes(described()),
    },
  ]
}
