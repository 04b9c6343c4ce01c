import { override } from '@portico/kernel'
import { type HistoryQuery, historyPageEndpoint } from '@portico/kernel/backend'
import type { ActivityPage } from '@portico/kernel/capabilities'
import type { NetworkId } from '@portico/kernel/chain'
import { connectionService } from '@portico/kernel/session'
import { describe, expect, it } from 'vitest'
import { bench, entry, ids, main, run, send, setUpBench } from '../test/bench.js'
import { historyService, historySlice, pastOf } from './index.js'
import { activityPlaces } from './select.js'

setUpBench()

const side: NetworkId = 'tally:side'
/** Day `day` of November. */
const on = (day: number, chain: NetworkId, id = `${chain.slice(6)} ${day}`) => {
  const { metadata, ...rest } = entry(id, chain)
  return {
    ...rest,
    metadata: { ...metadata, minedAt: new Date(Date.UTC(2026, 10, day)).toISOString() },
  }
}
async function benchWith(answer: (ask: HistoryQuery) => Promise<ActivityPage>) {
  const requested: string[] = []
  const kernel = await bench({
    endpoints: [
      override(historyPageEndpoint, ask => {
        requested.push(`${ask.network.slice(6)} ${ask.cursor ?? 'first'}`)
        return answer(ask)
      }),
    ],
  })
  const { refresh, filter, more } = kernel.use(historyService)
  return {
    kernel,
    requested,
    show: async (choice: NetworkId | 'all') => {
      await run(filter(choice))
      await run(refresh())
    },
    refresh: () => run(refresh()),
    more: () => run(more()),
  }
}

describe('the filter of the activity by network (decision 76)', () => {
  it('The network filter offers the active network first, then the other networks of connected chains', async () => {
    const { kernel } = await benchWith(async () => ({ entries: [] }))
    expect(activityPlaces(kernel).map(({ network }) => network)).toEqual([main, side])
  })

  it('[S5.21] The activity shows and requests the active network only, until the person chooses another', async () => {
    const { kernel, requested, refresh, show } = await benchWith(async ({ network }) => ({
      entries: [on(1, network)],
    }))
    await refresh()
    expect([requested, ids(kernel)]).toEqual([['main first'], ['main 1']])
    await show(side)
    expect([requested, ids(kernel)]).toEqual([['main first', 'side first'], ['side 1']])
  })

  it('The filter "All networks" shows the activity of all networks, newest first', async () => {
    const { kernel, show } = await benchWith(async ({ network }) => ({
      entries: network === main ? [on(9, main), on(5, main)] : [on(7, side), on(3, side)],
    }))
    await show('all')
    expect(ids(kernel)).toEqual(['main 9', 'side 7', 'main 5', 'side 3'])
  })

  it('The merged activity shows nothing older than the loaded part of a network, and requests the page that ends first', async () => {
    const pages: Record<string, ActivityPage> = {
      'main first': { entries: [on(20, main), on(15, main)], next: 'm2' },
      'main m2': { entries: [on(2, main)] },
      'side first': { entries: [on(18, side), on(8, side)], next: 's2' },
      'side s2': { entries: [on(1, side)] },
    }
    const { kernel, requested, show, more } = await benchWith(
      async ({ network, cursor = 'first' }) =>
        pages[`${network.slice(6)} ${cursor}`] ?? { entries: [] },
    )
    await show('all')
    expect(ids(kernel)).toEqual(['main 20', 'side 18', 'main 15'])
    await more()
    expect(ids(kernel)).toEqual(['main 20', 'side 18', 'main 15', 'side 8'])
    await more()
    expect(ids(kernel)).toEqual(['main 20', 'side 18', 'main 15', 'side 8', 'main 2', 'side 1'])
    expect(requested).toEqual(['main first', 'side first', 'main m2', 'side s2'])
    expect(pastOf(kernel).next).toBeUndefined()
  })

  it('[S24] An entry that a network reports of another network is dropped', async () => {
    const { kernel, show } = await benchWith(async ({ network }) => ({
      entries: network === main ? [on(9, main)] : [on(8, main, 'forged'), on(7, side)],
    }))
    await show('all')
    expect(ids(kernel)).toEqual(['main 9', 'side 7'])
  })

  it('[R7] The merged activity names the network that fails, and shows the others', async () => {
    let isDown = true
    const { kernel, show, refresh } = await benchWith(async ({ network }) => {
      if (network === side && isDown) throw new RangeError('down')
      return { entries: [on(9, network)] }
    })
    await show('all')
    expect(ids(kernel)).toEqual(['main 9'])
    expect(pastOf(kernel)).toMatchObject({ phase: 'unavailable', missing: [side] })
    expect(kernel.said).toMatchObject([{ kind: 'failure', error: { code: 'HISTORY' } }])
    isDown = false
    await refresh()
    expect(pastOf(kernel)).toMatchObject({ phase: 'known', missing: [] })
    expect(ids(kernel)).toEqual(['main 9', 'side 9'])
  })

  it('The merged activity has what was sent from this page on every network', async () => {
    const { kernel, show } = await benchWith(async () => ({ entries: [] }))
    send(kernel, 'sent')
    await show('all')
    expect(ids(kernel)).toEqual(['sent'])
    await show(side)
    expect(ids(kernel)).toEqual([])
  })

  it('ends when the active network changes, and when the wallet disconnects', async () => {
    const { kernel, show, refresh } = await benchWith(async ({ network }) => ({
      entries: [on(1, network)],
    }))
    await show('all')
    await run(kernel.use(connectionService).switchNetwork(side))
    await refresh()
    expect(ids(kernel)).toEqual(['side 1'])
    await show('all')
    await run(kernel.use(connectionService).disconnect())
    expect([activityPlaces(kernel), kernel.state(historySlice).subject]).toEqual([[], undefined])
  })
})
