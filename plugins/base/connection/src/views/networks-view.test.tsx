// @vitest-environment happy-dom
import { definePlugin } from '@portico/kernel'
import { networksCapability } from '@portico/kernel/capabilities'
import { chainsSlot } from '@portico/kernel/chain'
import { connectView, networksView, unsupportedChainView } from '@portico/kernel/connect-page'
import { shellService } from '@portico/kernel/shell'
import { tally, tallyNetwork } from '@portico/kernel/testing'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import {
  ada,
  bench,
  connectorSource,
  main,
  puppet,
  puppetSession,
  reportOf,
  side,
  until,
  use,
  wallet,
  wild,
} from '../../test/bench.js'
import {
  click,
  eventually,
  failures,
  place,
  rowsOf,
  setUpPlace,
  show,
  text,
  toasted,
} from '../../test/views.js'

setUpPlace()

describe('Networks', () => {
  it('Networks shows the current network on top and checked, and goes back after the switch', async () => {
    const it = await bench({ wallets: [wallet()], plugins: [toasted] })
    await use(it).connect(ada)
    const modal = it.kernel.use(shellService)
    modal.open()
    it.kernel.views.push(networksView)
    await show(it.kernel)
    expect(rowsOf()).toEqual(['Tally main', 'Tally side'])
    expect(place.querySelector('[aria-current]')?.textContent).toContain('Tally main')
    expect(place.querySelector('input')).toBeNull()
    await click('Tally side')
    await eventually(() => text() === 'Account')
  })
  it('[D18a] Networks says why the wallet did not switch, and stays', async () => {
    const it = await bench({ wallets: [wallet()], plugins: [toasted] })
    const scripted = wallet({ policy: 'decline' })
    const other = await bench({ wallets: [scripted], plugins: [toasted] })
    it.kernel.dispose()
    scripted.policy = 'approve'
    await use(other).connect(ada)
    scripted.policy = 'decline'
    other.kernel.use(shellService).open({ view: networksView })
    await show(other.kernel)
    await click('Tally side')
    await eventually(() => text().includes('You declined in Ada.'))
    expect(place.querySelector('[role=alert]')?.textContent).toBe(
      'You declined in Ada. Nothing was sent.',
    )
    expect(other.kernel.views.current?.id).toBe(networksView.id)
  })
  it('Networks disables networks that the wallet has not approved, with the reason', async () => {
    const go = vi.fn(async () => undefined)
    const chain = definePlugin({
      id: 'chain/tally',
      setup(context) {
        context.contribute(chainsSlot, {
          id: 'tally',
          name: 'Tally',
          networks: [tallyNetwork(), tallyNetwork('side')],
        })
        context.offer(networksCapability, 'tally', { defaultAccountType: 'eoa', switch: go })
      },
    })
    const source = connectorSource()
    const it = await bench({ chains: [chain], plugins: [source.plugin, toasted] })
    source.add(
      puppet('fox', {
        name: 'Fox',
        connect: async () => puppetSession(reportOf(['t_fox'], main, { approved: [main] })),
      }),
    )
    await use(it).connect('fox')
    it.kernel.use(shellService).open({ view: networksView })
    await show(it.kernel)
    expect(rowsOf()).toEqual(['Tally main', 'Tally sideNot enabled in Fox'])
    await click('Tally side')
    expect(go).not.toHaveBeenCalled()
  })
  it('Networks has a search field for more than eight networks', async () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'mars'].map(name =>
      tallyNetwork(name),
    ) as unknown as [ReturnType<typeof tallyNetwork>]
    const it = await bench({ chains: [tally({ networks: many })], plugins: [toasted] })
    it.kernel.use(shellService).open({ view: networksView })
    await show(it.kernel)
    const input = place.querySelector('input') as HTMLInputElement
    expect(input.getAttribute('aria-label')).toBe('Search networks')
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'mars')
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    expect(rowsOf()).toEqual(['Tally mars'])
  })
})

describe('a wallet in which only the person changes the network', () => {
  const fixed = async (network: typeof main | typeof wild) => {
    const source = connectorSource()
    const walletSession = puppetSession(reportOf(['t_fox']))
    const it = await bench({ wallets: [], plugins: [source.plugin, toasted] })
    source.add(
      puppet('fox', {
        name: 'Fox',
        connect: async () => ({
          ...walletSession,
          supports: capability => capability.id !== networksCapability.id,
        }),
      }),
    )
    await use(it).connect('fox')
    walletSession.say(reportOf(['t_fox'], network))
    return it
  }
  const buttons = () => [...place.querySelectorAll('ul button')].map(one => one.textContent)

  it('Networks says to change the network in the wallet, and lists its networks without buttons', async () => {
    const it = await fixed(main)
    it.kernel.use(shellService).open({ view: networksView })
    await show(it.kernel)
    expect(text()).toContain('Change the network in Fox')
    expect(text()).toContain('Tally side')
    expect(buttons()).toEqual([])
  })
  it('Networks keeps the buttons of another namespace whose wallet can switch', async () => {
    const it = await bench({ wallets: [wallet()], plugins: [toasted] })
    await use(it).connect(ada)
    it.kernel.use(shellService).open({ view: networksView })
    await show(it.kernel)
    expect(text()).not.toContain('Change the network in')
    expect(buttons()).toHaveLength(2)
  })
  it('[S2.11] UnsupportedChain says to change the network in the wallet, and offers no network as a button', async () => {
    const it = await fixed(wild)
    await until(() => it.kernel.views.current?.id === unsupportedChainView.id)
    await show(it.kernel)
    expect(text()).toContain('Change the network in Fox')
    expect(text()).toContain('Tally main')
    expect(buttons()).toEqual([])
    expect(text()).toContain('Disconnect')
  })
})

describe('UnsupportedChain', () => {
  const stranded = async () => {
    const scripted = wallet()
    const it = await bench({ wallets: [scripted], plugins: [toasted] })
    await use(it).connect(ada)
    scripted.setNetwork(wild)
    await until(() => it.kernel.views.current?.id === unsupportedChainView.id)
    await show(it.kernel)
    return { it, scripted }
  }
  it('[S2.11] UnsupportedChain says what is wrong in one sentence, and lists the networks that work', async () => {
    const { it } = await stranded()
    expect(text()).toContain(
      'Ada is on a network with the id wild, which this app does not support',
    )
    expect(rowsOf()).toEqual(['Tally main', 'Tally side'])
    await click('Tally side')
    await eventually(() => text() === 'Account')
    expect(it.kernel.views.history).toHaveLength(1)
  })
  it('UnsupportedChain offers to disconnect, and says when that failed', async () => {
    const { it, scripted } = await stranded()
    scripted.failDisconnect(new TypeError('no'))
    await click('Disconnect')
    await eventually(() => failures.length === 1)
    expect(failures).toMatchObject([{ code: 'DISCONNECT_FAILED' }])
    expect(it.kernel.views.current?.id).toBe(connectView.id)
    expect(side).toBe('tally:side')
  })
})
