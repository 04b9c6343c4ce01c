import type { Read } from '@portico/kernel'
import { useRef, useSyncExternalStore } from 'react'
import { useKernel } from './kernel-provider.js'

/**
 * What `select` answers now, and again after each change of the kernel. Renders only when the answer differs; by default one level deep,
 * so that `read => ({ a, b })` is fine. On the server, and while hydrating, it reads the state as set-up left it.
 */
export function useRead<Value>(select: (read: Read) => Value, same: (before: Value, after: Value) => boolean = isSame): Value {
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

/** Identical, or plain arrays or objects with identical members. */
export function isSame(before: unknown, after: unknown): boolean {
  if (Object.is(before, after)) return true
  if (!isPlain(before) || !isPlain(after) || Array.isArray(before) !== Array.isArray(after)) return false
  const keys = Object.keys(before)
  return keys.length === Object.keys(after).length && keys.every(key => Object.hasOwn(after, key) && Object.is(before[key], after[key]))
}
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null
}
