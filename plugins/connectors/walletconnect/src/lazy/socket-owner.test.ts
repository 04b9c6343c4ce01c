import { afterEach, describe, expect, it } from 'vitest'
import { createSocketOwner, type Holder, type Tabs } from './socket-owner.js'

/** Locks as browsers have them (Web Locks, one name): a queue, `ifAvailable`, and stealing. */
function createLocks() {
  type Held = { readonly reject: (error: unknown) => void }
  let holder: Held | undefined
  const queue: (() => void)[] = []
  const next = () => {
    if (!holder) queue.shift()?.()
  }
  const request = (_name: string, options: LockOptions, callback: (lock: unknown) => unknown) =>
    new Promise<unknown>((resolve, reject) => {
      const giveUp = () => {
        const place = queue.indexOf(grant)
        if (place >= 0) queue.splice(place, 1)
        reject(options.signal?.reason)
      }
      const grant = () => {
        const own: Held = { reject }
        options.signal?.removeEventListener('abort', giveUp)
        holder = own
        Promise.resolve(callback({})).then(value => {
          if (holder === own) holder = undefined
          resolve(value)
          next()
        }, reject)
      }
      if (options.steal) {
        holder?.reject(new DOMException('stolen', 'AbortError'))
        return grant()
      }
      if (!holder) return grant()
      if (options.ifAvailable) return resolve(callback(null))
      queue.push(grant)
      options.signal?.addEventListener('abort', giveUp)
    })
  return { request } as unknown as NonNullable<Tabs['locks']>
}

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
/** Tabs that share locks and a channel; the channel is the real one. */
function createTabs() {
  const locks = createLocks()
  const name = `test ${crypto.randomUUID()}`
  return (rest: Partial<Holder> = {}) => {
    const life = new AbortController()
    const log: string[] = []
    const news: unknown[] = []
    const tab = { isBusy: false }
    const channel = new BroadcastChannel(name)
    const owner = createSocketOwner(
      { locks, channel },
      {
        isBusy: () => tab.isBusy,
        lose: async () => void log.push('lose'),
        inherit: () => void log.push('inherit'),
        hear: one => void news.push(one),
        report: error => void log.push(String(error)),
        ...rest,
      },
      life.signal,
    )
    const close = () => life.abort()
    closing.push(close)
    return { owner, log, news, tab, close, channel }
  }
}
const never = () => new AbortController().signal

describe('the socket to the relay', () => {
  it('[D12c] belongs to one tab at a time', async () => {
    const open = createTabs()
    const [first, second] = [open(), open()]
    expect(await first.owner.takeIfFree()).toBe(true)
    expect(await second.owner.takeIfFree()).toBe(false)
    expect([first.owner.isOwner, second.owner.isOwner]).toEqual([true, false])
  })
  it('[D12c] goes to the tab that needs it, and the other one closes its own first', async () => {
    const open = createTabs()
    const [first, second] = [open(), open()]
    await first.owner.take(never())
    await second.owner.take(never())
    expect([first.owner.isOwner, second.owner.isOwner]).toEqual([false, true])
    expect(first.log).toEqual(['lose'])
    await first.owner.take(never())
    expect([first.owner.isOwner, second.owner.isOwner]).toEqual([true, false])
    expect(second.log.at(-1)).toBe('lose')
  })
  it('[D12c] stays with a tab that waits for its wallet: the other is told so', async () => {
    const open = createTabs()
    const [first, second] = [open(), open()]
    await first.owner.take(never())
    first.tab.isBusy = true
    await expect(second.owner.take(never())).rejects.toMatchObject({ code: 'OTHER_TAB' })
    expect(first.log).toEqual([])
  })
  it('[D12c] falls to a tab that waits when its owner goes', async () => {
    const open = createTabs()
    const [first, second] = [open(), open()]
    await first.owner.take(never())
    await second.owner.takeIfFree()
    first.close()
    await expect.poll(() => second.log).toEqual(['inherit'])
    expect(second.owner.isOwner).toBe(true)
  })
  it('[D12c] is taken from a tab that sleeps', async () => {
    const open = createTabs()
    const [first, second] = [open(), open()]
    await first.owner.take(never())
    first.channel.close()
    await second.owner.take(never())
    expect(second.owner.isOwner).toBe(true)
    await expect.poll(() => first.log).toEqual(['lose'])
  })
  it('[D12c] tells the others what its wallet said', async () => {
    const open = createTabs()
    const [first, second] = [open(), open()]
    await first.owner.take(never())
    first.owner.tell({ name: 'chainChanged' })
    await expect.poll(() => second.news).toEqual([{ name: 'chainChanged' }])
    expect(first.news).toEqual([])
  })
  it('is any tab’s own where a browser has no locks', async () => {
    const life = new AbortController()
    const holder: Holder = { isBusy: () => false, lose: async () => undefined, inherit: () => undefined, hear: () => undefined, report: () => undefined }
    const owner = createSocketOwner({}, holder, life.signal)
    await owner.take(never())
    expect(owner.isOwner).toBe(true)
    life.abort()
    expect(owner.isOwner).toBe(false)
  })
})
