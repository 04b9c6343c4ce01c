import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLocks } from '../../test/locks.js'
import { createSocketOwner, type Holder, tabsOf } from './socket-owner.js'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
/** Creates tabs that share locks, and a real channel. */
function createTabs(change = (locks: ReturnType<typeof createLocks>) => locks) {
  const locks = change(createLocks())
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
  it('[D12c] one tab at a time has the socket', async () => {
    const open = createTabs()
    const [first, second] = [open(), open()]
    expect(await first.owner.takeIfFree()).toBe(true)
    expect(await second.owner.takeIfFree()).toBe(false)
    expect([first.owner.isOwner, second.owner.isOwner]).toEqual([true, false])
  })
  it('[D12c] the socket goes to the tab that needs it, after the previous tab has closed its own', async () => {
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
  it('[D12c] the socket stays with a tab that waits for its wallet, and the other tab is notified', async () => {
    const open = createTabs()
    const [first, second] = [open(), open()]
    await first.owner.take(never())
    first.tab.isBusy = true
    await expect(second.owner.take(never())).rejects.toMatchObject({ code: 'OTHER_TAB' })
    expect(first.log).toEqual([])
  })
  it('[D12c] the tab that needs the socket keeps it when the browser grants its queued request while it steals the lock', async () => {
    const later = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
    // The owner's answer comes before the grant, and the grant before the theft.
    const open = createTabs(({ request }) => ({
      request: (async (
        name: string,
        options: LockOptions,
        callback: (lock: Lock | null) => unknown,
      ) => {
        if (options.steal) await later(60)
        return request(
          name,
          options,
          options.signal ? lock => later(20).then(() => callback(lock)) : callback,
        )
      }) as LockManager['request'],
    }))
    const [first, second] = [open(), open()]
    await first.owner.take(never())
    await second.owner.take(never())
    await later(200)
    expect(second.log).not.toContain('lose')
    expect([first.owner.isOwner, second.owner.isOwner]).toEqual([false, true])
  })
  it('[D12c] the socket goes to the tab that needs it when its owner was busy for a moment only', async () => {
    const open = createTabs()
    const [first, second] = [open(), open()]
    await first.owner.take(never())
    first.tab.isBusy = true
    setTimeout(() => {
      first.tab.isBusy = false
    }, 500)
    await second.owner.take(never())
    expect([first.owner.isOwner, second.owner.isOwner]).toEqual([false, true])
  })
  it('[D12c] the socket goes to a waiting tab when its owner is closed', async () => {
    const open = createTabs()
    const [first, second] = [open(), open()]
    await first.owner.take(never())
    await second.owner.takeIfFree()
    first.close()
    await expect.poll(() => second.log).toEqual(['inherit'])
    expect(second.owner.isOwner).toBe(true)
  })
  it('[D12c] the socket is taken from a suspended tab', { tags: 'thorough' }, async () => {
    const open = createTabs()
    const [first, second] = [open(), open()]
    await first.owner.take(never())
    first.channel.close()
    await second.owner.take(never())
    expect(second.owner.isOwner).toBe(true)
    await expect.poll(() => first.log).toEqual(['lose'])
  })
  it('[D12c] concurrent callers in one tab share the socket', async () => {
    const open = createTabs()
    const tab = open()
    expect(await Promise.all([1, 2, 3, 4].map(() => tab.owner.takeIfFree()))).toEqual([
      true,
      true,
      true,
      true,
    ])
    const other = open()
    expect(await Promise.all([1, 2, 3, 4].map(() => other.owner.takeIfFree()))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
  it('[D12c] concurrent callers in the only tab get the socket at once', async () => {
    const tab = createTabs()()
    // No question is posted: there is no other tab, so the answer would time out.
    const postMessage = vi.spyOn(tab.channel, 'postMessage')
    await Promise.all([1, 2, 3, 4].map(() => tab.owner.take(never())))
    expect(tab.owner.isOwner).toBe(true)
    expect(postMessage).not.toHaveBeenCalled()
  })
  it('[D12c] the socket stays with a tab that waits for its wallet, also when several callers of another tab need it', {
    tags: 'thorough',
  }, async () => {
    const open = createTabs()
    const [first, second] = [open(), open()]
    await first.owner.take(never())
    first.tab.isBusy = true
    const asking = await Promise.allSettled([1, 2, 3, 4].map(() => second.owner.take(never())))
    expect(asking.map(one => one.status === 'rejected' && one.reason.code)).toEqual(
      Array(4).fill('OTHER_TAB'),
    )
    // A question that was not answered takes the socket no later either.
    await new Promise(resolve => setTimeout(resolve, 1_700))
    expect([first.owner.isOwner, second.owner.isOwner]).toEqual([true, false])
    expect(first.log).toEqual([])
  })
  it('[D12c] no two tabs have an open socket: the next tab gets it when the previous one has closed its own', async () => {
    const open = createTabs()
    const steps: string[] = []
    const slow = async () => {
      steps.push('closing')
      await new Promise(resolve => setTimeout(resolve, 100))
      steps.push('closed')
    }
    const [first, second, third] = [
      open({ lose: slow }),
      open(),
      open({ inherit: () => void steps.push('inherited') }),
    ]
    await first.owner.take(never())
    await third.owner.takeIfFree()
    await second.owner.take(never()).then(() => steps.push('taken'))
    expect(steps.slice(0, 2)).toEqual(['closing', 'closed'])
    expect(steps).toContain('taken')
  })
  it('[D12c] the socket goes to the next tab only after the closing tab has closed its own', async () => {
    const open = createTabs()
    const steps: string[] = []
    const slow = async () => {
      await new Promise(resolve => setTimeout(resolve, 100))
      steps.push('closed')
    }
    const [first, second] = [
      open({ lose: slow }),
      open({ inherit: () => void steps.push('inherited') }),
    ]
    await first.owner.take(never())
    await second.owner.takeIfFree()
    first.close()
    await expect.poll(() => steps).toEqual(['closed', 'inherited'])
  })
  it('[D12c] a tab that was closed while the socket was being granted does not keep it', async () => {
    const open = createTabs()
    const [first, second] = [open(), open()]
    const taking = first.owner.take(never())
    first.close()
    await expect(taking).rejects.toBeDefined()
    await second.owner.take(never())
    expect([first.owner.isOwner, second.owner.isOwner]).toEqual([false, true])
  })
  it('[D12c] the owner of the socket sends the messages of its wallet to the other tabs', async () => {
    const open = createTabs()
    const [first, second] = [open(), open()]
    await first.owner.take(never())
    first.owner.tell({ name: 'chainChanged' })
    await expect.poll(() => second.news).toEqual([{ name: 'chainChanged' }])
    expect(first.news).toEqual([])
  })
  const refused = () => new DOMException('The operation is insecure.', 'SecurityError')
  for (const [where, tabs] of [
    ['a browser has no locks', () => ({})],
    [
      'a browser refuses every lock, because all site data is blocked',
      () => ({ locks: { request: () => Promise.reject(refused()) } }),
    ],
    [
      'a browser refuses the channel between tabs, because all site data is blocked',
      () =>
        tabsOf({
          navigator: { locks: { request: () => Promise.reject(refused()) } },
          BroadcastChannel: class {
            constructor() {
              throw refused()
            }
          },
        } as unknown as typeof globalThis),
    ],
  ] as const)
    it(`each tab opens its own socket where ${where}`, async () => {
      const life = new AbortController()
      const holder: Holder = {
        isBusy: () => false,
        lose: async () => undefined,
        inherit: () => undefined,
        hear: () => undefined,
        report: () => undefined,
      }
      const owner = createSocketOwner(tabs(), holder, life.signal)
      await owner.take(never())
      expect(owner.isOwner).toBe(true)
      life.abort()
      expect(owner.isOwner).toBe(false)
    })
})
