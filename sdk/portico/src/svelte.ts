/** Stores for Svelte 5: the store contract, without an import of Svelte. */
import type { Dispose, Read } from '@portico/kernel'
import {
  type AccountState,
  accountState,
  type NetworkState,
  networkState,
} from '@portico/kernel/session'
import { type ActionState, createAction } from './actions/action.js'
import type { Query, QueryState } from './actions/query.js'
import { watch } from './actions/watch.js'
import type { Portico } from './portico.js'

/** A readable store: `$store` in a component, `fromStore(store).current` with runes. */
export interface Store<Value> {
  /** Calls `run` with the value now, and after each change. */
  subscribe(run: (value: Value) => void): Dispose
}

/** A store of the result of `select`. */
export const readStore = <Value>(
  portico: Pick<Portico, 'kernel'>,
  select: (read: Read) => Value,
): Store<Value> => ({
  subscribe(run) {
    run(select(portico.kernel))
    return watch(portico, select, value => run(value))
  },
})
/** A store of the account (of a namespace). */
export const accountStore = (portico: Pick<Portico, 'kernel'>, namespace?: string) =>
  readStore<AccountState>(portico, read => accountState(read, namespace))
/** A store of the active network (of a namespace). */
export const networkStore = (portico: Pick<Portico, 'kernel'>, namespace?: string) =>
  readStore<NetworkState>(portico, read => networkState(read, namespace))

const storeOf = <Value>(source: {
  state(): Value
  subscribe(listener: () => void): Dispose
}): Store<Value> => ({
  subscribe(run) {
    let last: Value | undefined
    const look = () => {
      const value = source.state()
      if (value !== last) run(value)
      last = value
    }
    const stop = source.subscribe(look)
    look()
    return stop
  },
})
/**
 * A store of the state of an action: `actionStore(portico, signMessage)`. `run` rejects with the
 * error that the state has, so catch it.
 */
export function actionStore<Args extends readonly unknown[], Data>(
  portico: Portico,
  action: (portico: Portico, ...args: Args) => Promise<Data>,
): Store<ActionState<Data>> & { run(...args: Args): Promise<Data>; reset(): void } {
  const { run, reset, ...source } = createAction((...args: Args) => action(portico, ...args))
  return { ...storeOf(source), run, reset }
}
/** A store of the state of a query of `createQuery`. */
export const queryStore = <Data>(query: Query<Data>): Store<QueryState<Data>> => storeOf(query)
