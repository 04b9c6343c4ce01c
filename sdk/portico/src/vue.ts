/**
 * Composables for Vue 3. Vue is not imported: the app passes the two functions that they need.
 */
import type { Read } from '@portico/kernel'
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

/** `import { onScopeDispose, shallowRef } from 'vue'`. */
export interface VueFunctions {
  shallowRef<Value>(value: Value): { value: Value }
  onScopeDispose(stop: () => void): void
}
/** A ref that only Portico writes. */
export interface ReadonlyRef<Value> {
  readonly value: Value
}
export interface Composables {
  /** The result of `select`, which follows the state until the component is unmounted. */
  useRead<Value>(select: (read: Read) => Value): ReadonlyRef<Value>
  useAccount(namespace?: string): ReadonlyRef<AccountState>
  useNetwork(namespace?: string): ReadonlyRef<NetworkState>
  /**
   * The state of the newest call of an action: `useAction(signMessage)`. `run` rejects with the
   * error that the state has, so catch it.
   */
  useAction<Args extends readonly unknown[], Data>(
    action: (portico: Portico, ...args: Args) => Promise<Data>,
  ): {
    readonly state: ReadonlyRef<ActionState<Data>>
    run(...args: Args): Promise<Data>
    reset(): void
  }
  /** The state of a query of `createQuery`. */
  useQuery<Data>(query: Query<Data>): ReadonlyRef<QueryState<Data>>
}

/**
 * Creates the composables of a Portico, to be called in `setup`:
 * `createComposables(portico, { shallowRef, onScopeDispose })`.
 */
export function createComposables(portico: Portico, vue: VueFunctions): Composables {
  const follow = <Value>(source: {
    state(): Value
    subscribe(listener: () => void): () => void
  }): ReadonlyRef<Value> => {
    const ref = vue.shallowRef(source.state())
    const look = () => {
      ref.value = source.state()
    }
    vue.onScopeDispose(source.subscribe(look))
    look()
    return ref
  }
  const useRead = <Value>(select: (read: Read) => Value) => {
    const ref = vue.shallowRef(select(portico.kernel))
    vue.onScopeDispose(
      watch(portico, select, value => {
        ref.value = value
      }),
    )
    return ref
  }
  return {
    useRead,
    useAccount: namespace => useRead(read => accountState(read, namespace)),
    useNetwork: namespace => useRead(read => networkState(read, namespace)),
    useAction<Args extends readonly unknown[], Data>(
      action: (portico: Portico, ...args: Args) => Promise<Data>,
    ) {
      const { run, reset, ...source } = createAction((...args: Args) => action(portico, ...args))
      return { state: follow(source), run, reset }
    },
    useQuery: follow,
  }
}
