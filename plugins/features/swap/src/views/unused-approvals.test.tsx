// @vitest-environment happy-dom
import { definePlugin, memoryStorage } from '@portico/kernel'
import { preferencesSlice } from '@portico/kernel/shell'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../../../ui/test/render.js'
import { approval, chain, earlierKey, gold, network, type Start, start } from '../../test/market.js'
import { place, press, said, show, showAccount } from '../../test/preview-bench.js'
import { never } from '../../test/views-rig.js'
import { swapView } from '../refs.js'
import UnusedApprovals from './unused-approvals-list.js'

describe('an unused approval', () => {
  const found = [approval({})]
  const keep = async (log: readonly unknown[], options: Start = {}) => {
    const storage = memoryStorage()
    await storage.set(earlierKey, JSON.stringify({ version: 1, saved: log }))
    return start({ ...options, storage })
  }

  it('the account shows an unused approval, and its row opens the form with that token and amount', async () => {
    const { kernel, state } = await showAccount(await keep(found))
    expect(said()).toContain('10 GLD allowed, not swapped')
    await press(/10 GLD allowed/)
    expect(kernel.views.current?.id).toBe(swapView.id)
    await eventually(() => state().source?.asset === gold.asset)
    expect(state().sourceAmount).toBe('10')
  })
  it('the account and the form show no amounts of an open swap where the person hides amounts', async () => {
    const hides = definePlugin({
      id: 'test/hides',
      owns: [preferencesSlice],
      setup: context =>
        context.update(
          preferencesSlice,
          state => void Object.assign(state, { hidesAmounts: true }),
        ),
    })
    const sent = {
      ...found[0],
      hash: 'tally:main#9',
      kind: 'swap',
      seen: false,
      sold: '10 GLD',
      bought: '20 SLT',
      status: 'confirmed',
    }
    const request = {
      open: '1',
      status: 'unknown',
      network,
      from: 't_ada',
      wallet: 'Tally',
      at: Date.now(),
      guards: true,
      seen: false,
    }
    const open = {
      ...request,
      description: 'x',
      subject: { kind: 'swap', sold: '10 GLD', bought: '20 SLT' },
    }
    const world = await keep([open, sent, ...found], { plugins: [hides] })
    for (const render of [() => showAccount(world), () => show(world, <UnusedApprovals />)]) {
      await render()
      expect(said()).toMatch(/•••• GLD/)
      expect(said()).not.toMatch(/[12]0 (?:GLD|SLT)/)
    }
  })
  it.each([
    [
      'of another recipient',
      { differs: { to: 't_eve' } },
      'p-notice-bad',
      'Not what you confirmed: 10 GLD → 20 SLT',
      'went to t_eve',
    ],
    [
      'that lets a third party take tokens',
      { differs: { spender: 't_eve' } },
      'p-notice-bad',
      'Not what you confirmed: 10 GLD → 20 SLT',
      't_eve may take',
    ],
    [
      'without a result',
      { status: 'unknown' },
      'p-notice-warn',
      '10 GLD for 20 SLT: no answer yet',
      'See the result',
    ],
    [
      'that came',
      { status: 'confirmed' },
      'p-notice-info',
      'Swapped 10 GLD to 20 SLT',
      'See the result',
    ],
  ])(
    '[S2] the account shows a swap %s with a title, detail and style for that outcome',
    async (_, more, look, title, detail) => {
      const sent = {
        ...found[0],
        hash: 'tally:main#9',
        kind: 'swap',
        seen: false,
        bought: '20 SLT',
        status: 'pending',
        ...more,
      }
      await showAccount(await keep([sent], { plugins: [chain({ confirm: never })] }))
      const row = place.querySelector(`.${look}`)
      expect(row?.querySelector('.p-row-title')?.textContent).toBe(title)
      expect(row?.querySelector('.p-row-detail')?.textContent).toContain(detail)
    },
  )
  it('[S23] a swap or approval that other owners have to sign is shown only for the account that requested it', async () => {
    const waiting = {
      ...found[0],
      hash: 'tally:main#9',
      kind: 'swap',
      seen: false,
      bought: '20 SLT',
      status: 'pending',
      isWaiting: true,
    }
    const other = {
      ...waiting,
      hash: 'tally:main#8',
      sold: '7 GLD',
      approval: { ...waiting.approval, owner: 't_bob' },
    }
    const approving = {
      ...waiting,
      hash: 'tally:main#7',
      kind: 'approve',
      sold: '3 GLD',
      bought: '',
    }
    const world = await keep([waiting, approving, other], { plugins: [chain({ confirm: never })] })
    await showAccount(world)
    expect(said()).toContain('10 GLD: waiting for other owners')
    expect(said()).toContain('3 GLD: waiting for other owners')
    await show(world, <UnusedApprovals />)
    expect(said()).toContain(
      'The other owners of your wallet have to sign your request of 10 GLD. Do not swap it again, or you swap twice.',
    )
    expect(said()).toContain('your request of 3 GLD')
    expect(said()).not.toContain('7 GLD')
  })
  it('[S23] an approval is not offered for another swap while the swap that may have used it has no answer', async () => {
    const silent = {
      ...found[0],
      hash: 'tally:main#9',
      kind: 'swap',
      seen: false,
      bought: '20 SLT',
      status: 'unknown',
    }
    await showAccount(await keep([silent, ...found], { plugins: [chain({ confirm: never })] }))
    expect(said()).toContain('10 GLD for 20 SLT: no answer yet')
    expect(said()).not.toContain('not swapped')
  })
  it('the account does not show an approval as unused while a pending swap may use it', async () => {
    const pending = {
      ...found[0],
      hash: 'tally:main#9',
      kind: 'swap',
      seen: false,
      bought: '20 SLT',
      status: 'pending',
    }
    await showAccount(await keep([pending, ...found], { plugins: [chain({ confirm: never })] }))
    expect(said()).toContain('Swapping 10 GLD to 20 SLT')
    expect(said()).not.toContain('not swapped')
  })
  it('the form does not show an approval of another account', async () => {
    await show(await keep([approval({ owner: 't_bob' })]), <UnusedApprovals />)
    expect(said()).toBe('')
  })
})
