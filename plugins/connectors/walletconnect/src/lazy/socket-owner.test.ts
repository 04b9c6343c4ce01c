import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLocks } from '../../test/locks.js'
import { createSocketOwner, type Holder } from './socket-owner.js'

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
  it('[D12c] is taken from a tab that sleeps', { tags: 'thorough' }, async () => {
    const open = createTabs()
    const [first, second] = [open(), open()]
    await first.owner.take(never())
    first.channel.close()
    await second.owner.take(never())
    expect(second.owner.isOwner).toBe(true)
    await expect.poll(() => first.log).toEqual(['lose'])
  })
  it('[D12c] is one for all who ask for it at once in one tab', async () => {
    const open = createTabs()
    const tab = open()
    expect(await Promise.all([1, 2, 3, 4].map(() => tab.owner.takeIfFree()))).toEqual([true, true, true, true])
    const other = open()
    expect(await Promise.all([1, 2, 3, 4].map(() => other.owner.takeIfFree()))).toEqual([false, false, false, false])
  })
  it('[D12c] is had at once by all who need it at once in the only tab', async () => {
    const tab = createTabs()()
    // Nobody is asked: an answer that does not come would be waited for.
    const asked = vi.spyOn(tab.channel, 'postMessage')
    await Promise.all([1, 2, 3, 4].map(() => tab.owner.take(never())))
    expect(tab.owner.isOwner).toBe(true)
    expect(asked).not.toHaveBeenCalled()
  })
  it('[D12c] stays with a tab that waits for its wallet, however many need it elsewhere at once', { tags: 'thorough' }, async () => {
    const open = createTabs()
    const [first, second] = [open(), open()]
    await first.owner.take(never())
    first.tab.isBusy = true
    const asking = await Promise.allSettled([1, 2, 3, 4].map(() => second.owner.take(never())))
    expect(asking.map(one => one.status === 'rejected' && one.reason.code)).toEqual(Array(4).fill('OTHER_TAB'))
    // Nor is it taken later by a question that nobody answered.
    await new Promise(resolve => setTimeout(resolve, 1_700))
    expect([first.owner.isOwner, second.owner.isOwner]).toEqual([true, false])
    expect(first.log).toEqual([])
  })
  it('[D12c] is open in no two tabs: the next has it when the one before has closed its own', async () => {
    const open = createTabs()
    const steps: string[] = []
    const slow = async () => {
      steps.push('closing')
      await new Promise(resolve => setTimeout(resolve, 100))
      steps.push('closed')
    }
    const [first, second, third] = [open({ lose: slow }), open(), open({ inherit: () => void steps.push('inherited') })]
    await first.owner.take(never())
    await third.owner.takeIfFree()
    await second.owner.take(never()).then(() => steps.push('taken'))
    expect(steps.slice(0, 2)).toEqual(['closing', 'closed'])
    expect(steps).toContain('taken')
  })
  it('[D12c] falls to the next tab only when the one that goes has closed its own', async () => {
    const open = createTabs()
    const steps: string[] = []
    const slow = async () => {
      await new Promise(resolve => setTimeout(resolve, 100))
      steps.push('closed')
    }
    const [first, second] = [open({ lose: slow }), open({ inherit: () => void steps.push('inherited') })]
    await first.owner.take(never())
    await second.owner.takeIfFree()
    first.close()
    await expect.poll(() => steps).toEqual(['closed', 'inherited'])
  })
  it('[D12c] is not kept by a tab that left while it was being granted', async () => {
    const open = createTabs()
    const [first, second] = [open(), open()]
    const taking = first.owner.take(never())
    first.close()
    await expect(taking).rejects.toBeDefined()
    await second.owner.take(never())
    expect([first.owner.isOwner, second.owner.isOwner]).toEqual([false, true])
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
