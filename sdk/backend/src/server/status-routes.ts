import type { IndexState } from '../history/evm-indexer.js'
import type { Store } from '../store/open-store.js'
import { describeRoutes } from './open-api.js'
import { list, number, object, type Route, text, yesNo } from './route.js'

export interface Status {
  readonly isStopping: boolean
  readonly indexes: readonly IndexState[]
}

/** Health for those who watch the server, and its description. */
export function statusRoutes(
  store: Store,
  status: () => Status,
  described: () => readonly Route[],
): readonly Route[] {
  return [
    {
      method: 'get',
      path: '/health',
      summary: 'Whether the server runs',
      answer: object({ status: text }),
      isPublic: true,
      isUnlimited: true,
      handle: () => ({ status: 'ok' }),
    },
    {
      method: 'get',
      path: '/ready',
      summary:
        'Whether it can answer: 503 while it starts or stops and while its database does not answer; and how far each index is',
      answer: object({
        ready: yesNo,
        database: yesNo,
        indexes: list(
          object({ chain: text, phase: text, block: number, hash: text, head: number }, [
            'block',
            'hash',
            'head',
          ]),
        ),
      }),
      isPublic: true,
      async handle() {
        const database = await store.answers()
        const { isStopping, indexes } = status()
        const ready = database && !isStopping
        return Response.json({ ready, database, indexes }, { status: ready ? 200 : 503 })
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
