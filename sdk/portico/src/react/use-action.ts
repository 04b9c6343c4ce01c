import { useMemo, useSyncExternalStore } from 'react'
import { type ActionState, createAction, idle } from '../actions/action.js'
import type { Portico } from '../portico.js'
import { usePortico } from './hooks.js'

/**
 * What hooks over an action return: the state of the newest call, the action, and `reset`. The
 * action rejects with the error that the state has, so catch it.
 */
export type ActionResult<
  Name extends string,
  Args extends readonly unknown[],
  Data,
> = ActionState<Data> & { readonly [Key in Name]: (...args: Args) => Promise<Data> } & {
  /** Sets the status to `idle`. A call in flight goes on, and does not change the state. */
  reset(): void
}

const idleOnServer = () => idle
/**
 * Returns an action under its name, with the state of its newest call. `run` must be the same
 * function in each render. After unmounting, a call in flight goes on and changes no state.
 */
export function useAction<Name extends string, Args extends readonly unknown[], Data>(
  name: Name,
  run: (portico: Portico, ...args: Args) => Promise<Data>,
): ActionResult<Name, Args, Data> {
  const portico = usePortico()
  const action = useMemo(
    () => createAction((...args: Args) => run(portico, ...args)),
    [portico, run],
  )
  const state = useSyncExternalStore<ActionState<Data>>(
    action.subscribe,
    action.state,
    idleOnServer,
  )
  return useMemo(
    () => ({ ...state, [name]: action.run, reset: action.reset }) as ActionResult<Name, Args, Data>,
    [state, action, name],
  )
}
