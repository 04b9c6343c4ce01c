import type { Dispose, Read } from '@portico/kernel'
import { isShallowEqual } from '@portico/kernel/session'
import type { Portico } from '../portico.js'

/**
 * Calls the listener when the result of `select` changes, compared one level deep:
 * `watch(portico, read => activeAccount(read)?.address, address => show(address))`.
 */
export function watch<Value>(
  { kernel }: Pick<Portico, 'kernel'>,
  select: (read: Read) => Value,
  listener: (value: Value, previous: Value) => void,
): Dispose {
  let last = select(kernel)
  return kernel.subscribe(() => {
    const previous = last
    const value = select(kernel)
    if (isShallowEqual(previous, value)) return
    last = value
    listener(value, previous)
  })
}
