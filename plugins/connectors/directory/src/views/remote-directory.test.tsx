// @vitest-environment happy-dom
import { definePlugin, override, type Plugin } from '@portico/kernel'
import { chainsSlot } from '@portico/kernel/chain'
import { trackedEvent } from '@portico/kernel/shell'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../../../ui/test/render.js'
import {
  click,
  names,
  open,
  place,
  setUpViews,
  tiles,
  type,
  walletOf,
} from '../../test/views-bench.js'
import { walletPagesEndpoint } from '../index.js'

setUpViews()

/** A second chain, whose wallets are only in the directory. */
const abacus: Plugin = definePlugin({
  id: 'test/abacus',
  setup: context => {
    const nativeCurrency = { name: 'Bead', symbol: 'BEAD', decimals: 0 }
    context.contribute(chainsSlot, {
      id: 'abacus',
      name: 'Abacus',
      networks: [
        {
          id: 'main',
          caipNetworkId: 'abacus:main',
          namespace: 'abacus',
          name: 'Abacus',
          nativeCurrency,
          rpcUrls: [],
        },
      ],
    })
  },
})

const choose = (label: string) =>
  click(
    [...place.querySelectorAll('.p-wallet-chains label')]
      .find(one => one.textContent === label)
      ?.querySelector('input'),
  )

describe('AllWallets over a remote directory', () => {
  const remote = { url: 'https://directory.example' }
  const only = { remote, exclude: [] as string[] }

  it('AllWallets requests more pages near the end of the list, until there is no more', async () => {
    const requests: number[] = []
    const answer = override(walletPagesEndpoint, async ({ page, search }) => {
      if (!search) requests.push(page)
      return {
        wallets: [walletOf(1_000 + page, { name: `Zz Remote ${page}` })],
        count: 3,
        entries: 1,
      }
    })
    await open([walletOf(1)], {
      ...only,
      include: ['w1', 'w1001', 'w1002', 'w1003'],
      endpoints: [answer],
    })
    await eventually(() => names().includes('Zz Remote 3'))
    expect(requests).toEqual([1, 2, 3])
  })

  it('AllWallets requests a search after a pause, and ignores what cannot be answered', async () => {
    const requests: string[] = []
    const answer = override(walletPagesEndpoint, async ({ search }) => {
      requests.push(search)
      if (search === 'bad') throw new TypeError('away')
      return { wallets: search ? [walletOf(7, { name: 'Found There' })] : [], count: 1, entries: 1 }
    })
    const kernel = await open([walletOf(1)], { ...only, endpoints: [answer] })
    await eventually(() => tiles().length)
    for (const text of ['f', 'fo', 'found']) await type(text)
    await eventually(() => names().includes('Found There'))
    expect(requests.filter(Boolean)).toEqual(['found'])
    await type('bad')
    await eventually(() => kernel.reported.length)
    await eventually(() => place.textContent?.includes('More wallets could not be loaded.'))
    expect(place.textContent).not.toContain('No wallet has this name.')
    await type('')
    await eventually(() => names().includes('Wallet 1'))
    expect(place.textContent).not.toContain('More wallets could not be loaded.')
  })

  it('[S27] AllWallets emits an event after a search pauses, without the text', async () => {
    const kernel = await open([walletOf(1)])
    const events: unknown[] = []
    kernel.on(trackedEvent, event => void events.push(event))
    await eventually(() => tiles().length)
    for (const text of ['m', 'my', 'my secret']) await type(text)
    await eventually(() => events.length)
    expect(events).toEqual([{ name: 'SEARCH_WALLET' }])
  })

  it('AllWallets requests a failed page again only when the person asks for it', async () => {
    let requests = 0
    const answer = override(walletPagesEndpoint, async () => {
      requests++
      if (requests < 3) throw new TypeError('away')
      return { wallets: [walletOf(7, { name: 'Zz Remote' })], count: 1, entries: 1 }
    })
    const again = () =>
      [...place.querySelectorAll('button')].find(one => one.textContent === 'Try again')
    await open([walletOf(1)], { remote, include: ['w1', 'w7'], endpoints: [answer] })
    await eventually(again)
    expect([requests, names()]).toEqual([1, ['Tally Wallet', 'Wallet 1']])
    await click(again())
    await eventually(() => requests === 2 && again())
    await click(again())
    await eventually(() => names().includes('Zz Remote'))
    expect([requests, again()]).toEqual([3, undefined])
  })
})

describe('AllWallets over a remote directory, of several chains', () => {
  const remote = { url: 'https://directory.example' }

  it('AllWallets requests the wallets of all chains, also after those of one chain were read to the end', async () => {
    const requests: string[] = []
    const answer = override(walletPagesEndpoint, async ({ networks, page }) => {
      requests.push(`${networks} ${page}`)
      const id = networks.includes('abacus:main') ? 'abacus' : 'tally'
      return {
        wallets: [walletOf(9, { id, name: `Remote of ${id}`, namespaces: [id] })],
        count: 1,
        entries: 1,
      }
    })
    const shows = {
      remote,
      include: ['w1', 'tally', 'abacus'],
      endpoints: [answer],
      plugins: [abacus],
    }
    const kernel = await open([walletOf(1)], shows)
    await eventually(() => names().includes('Remote of abacus'))
    await choose(kernel.items(chainsSlot)[0]?.name ?? '')
    await eventually(() => names().includes('Remote of tally'))
    expect(names()).not.toContain('Remote of abacus')
    await choose('All')
    await eventually(() => names().includes('Remote of abacus'))
    expect(requests.every(one => one.endsWith(' 1'))).toBe(true)
  })

  it('AllWallets requests the wallets of a chain that has none here', async () => {
    const answer = override(walletPagesEndpoint, async () => ({
      wallets: [walletOf(9, { name: 'Remote', namespaces: ['abacus'] })],
      count: 1,
      entries: 1,
    }))
    await open([walletOf(1)], {
      remote,
      include: ['w1', 'w9'],
      endpoints: [answer],
      plugins: [abacus],
    })
    await eventually(() => tiles().length)
    await choose('Abacus')
    await eventually(() => names().join() === 'Remote')
  })

  it('AllWallets says that there is no such wallet when the search is over, not while it runs', async () => {
    const waiting: (() => void)[] = []
    const answer = override(walletPagesEndpoint, async ({ search }) => {
      if (search) await new Promise<void>(resolve => waiting.push(resolve))
      return { wallets: [], count: 0, entries: 0 }
    })
    await open([walletOf(1)], { remote, exclude: [], endpoints: [answer] })
    await eventually(() => tiles().length)
    await type('nothing of it')
    await eventually(() => tiles().length === 0)
    await eventually(() => place.textContent?.includes('Loading wallets'))
    expect(place.textContent).not.toContain('No wallet has this name.')
    expect(place.querySelector('p[role=status]')?.textContent).toBe('')
    await eventually(() => waiting.length)
    expect(place.textContent).not.toContain('No wallet has this name.')
    waiting[0]?.()
    await eventually(() => place.textContent?.includes('No wallet has this name.'))
    expect(place.querySelector('p[role=status]')?.textContent).toBe('Wallets found: 0')
  })
})
