import { useMemo, useRef, useSyncExternalStore } from 'react'
import type { Query, QueryState } from '../actions/query.js'
import type { Portico } from '../portico.js'
import { usePortico } from './hooks.js'

/** What hooks over a requested value return. */
export type QueryResult<Data> = QueryState<Data> & {
  /** Requests the value again and keeps the old one until then. Never rejects. */
  refetch(): Promise<void>
}

/**
 * Returns the state of a query. The query is created again when `key` changes: it stands for the
 * options, which are new objects in each render.
 */
export function useQuery<Data>(
  key: string,
  create: (portico: Portico) => Query<Data>,
): QueryResult<Data> {
  const portico = usePortico()
  const latest = useRef(create)
  latest.current = create
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for what `create` reads.
  const query = useMemo(() => latest.current(portico), [portico, key])
  const state = useSyncExternalStore<QueryState<Data>>(query.subscribe, query.state, query.initial)
  return useMemo(() => ({ ...state, refetch: query.refetch }), [state, query])
}

/** Writes options as a key. Functions are left out. */
export const keyOf = (options: unknown): string =>
  JSON.stringify(options, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)) ?? ''
