import type { Tabs } from '../src/relay/socket-owner.js'

/**
 * Creates locks like a browser's (Web Locks, one name): a queue, `ifAvailable`, and stealing.
 * A request is decided and granted in later tasks.
 */
export function createLocks() {
  type Held = { readonly reject: (error: unknown) => void }
  let holder: Held | undefined
  const queue: (() => void)[] = []
  const next = () => {
    if (!holder) queue.shift()?.()
  }
  const later = (task: () => void) => void setTimeout(task)
  const request = (_name: string, options: LockOptions, callback: (lock: unknown) => unknown) =>
    new Promise<unknown>((resolve, reject) =>
      later(() => decide(options, callback, resolve, reject)),
    )
  const decide = (
    options: LockOptions,
    callback: (lock: unknown) => unknown,
    resolve: (value: unknown) => void,
    reject: (error: unknown) => void,
  ) => {
    const giveUp = () => {
      const place = queue.indexOf(grant)
      if (place >= 0) queue.splice(place, 1)
      reject(options.signal?.reason)
    }
    const grant = () => {
      const own: Held = { reject }
      options.signal?.removeEventListener('abort', giveUp)
      holder = own
      later(() =>
        Promise.resolve(callback({})).then(value => {
          if (holder === own) holder = undefined
          resolve(value)
          next()
        }, reject),
      )
    }
    if (options.steal) {
      holder?.reject(new DOMException('stolen', 'AbortError'))
      return grant()
    }
    if (options.signal?.aborted) return reject(options.signal.reason)
    if (!holder && !queue.length) return grant()
    if (options.ifAvailable) return later(() => resolve(callback(null)))
    queue.push(grant)
    options.signal?.addEventListener('abort', giveUp)
  }
  return { request } as unknown as NonNullable<Tabs['locks']>
}
