import type { Read } from '@portico/kernel'
import { isShallowEqual } from '@portico/kernel/session'
import { useRef, useSyncExternalStore } from 'react'
import { useKernel } from './kernel-provider.js'

/**
 * Returns the result of `select`, and renders when a change of the kernel changes that result.
 * Results are compared one level deep by default, so `read => ({ a, b })` is fine. On the server
 * and while hydrating it reads the state after set-up.
 */
export function useRead<Value>(
  select: (read: Read) => Value,
  same: (before: Value, after: Value) => boolean = isShallowEqual,
): Value {
  const kernel = useKernel()
  const last = useRef<{ readonly value: Value } | undefined>(undefined)
  const pick = (read: Read): Value => {
    const value = select(read)
    if (!last.current || !same(last.current.value, value)) last.current = { value }
    return last.current.value
  }
  return useSyncExternalStore(
    kernel.subscribe,
    () => pick(kernel),
    () => pick(kernel.initial),
  )
}
