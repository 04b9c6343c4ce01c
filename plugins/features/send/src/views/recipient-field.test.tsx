// @vitest-environment happy-dom
import { definePlugin, memoryStorage, type Plugin } from '@portico/kernel'
import { type ActivityEntry, activityCapability } from '@portico/kernel/capabilities'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { render } from '../../../../../ui/test/render.js'
import { start, until } from '../../test/bench.js'
import SendView from './send-view.js'

const paid = [{ to: 't_bob', name: 'bob.tally' }, { to: 't_cy' }, { to: 't_dan' }, { to: 't_eve' }]

/** Opens the form of a person who has paid these recipients before. */
async function form(...plugins: readonly Plugin[]) {
  const storage = memoryStorage()
  const sent = paid.map(one => ({
    ...one,
    hash: `#${one.to}`,
    network: 'tally:main',
    from: 't_ada',
    symbol: 'MRK',
    decimals: 0,
    amount: { $bigint: '5' },
    at: 1,
    status: 'confirmed',
    seen: true,
  }))
  for (const key of ['portico:sent', 'portico.sent', 'sent'])
    storage.set(key, JSON.stringify({ version: 1, saved: sent }))
  const { kernel, state } = await start({ storage, plugins })
  const page = await render(kernel, <SendView params={undefined} />)
  await act(() => vi.dynamicImportSettled())
  const field = () => page.querySelector('textarea') as HTMLTextAreaElement
  const type = (text: string) =>
    act(async () => {
      // As a person does it: React looks at what changed under its own setter.
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(
        field(),
        text,
      )
      field().dispatchEvent(new Event('input', { bubbles: true }))
    })
  const rows = () => [...page.querySelectorAll<HTMLElement>('li button')]
  const offered = () => rows().map(row => paid.find(({ to }) => row.textContent?.includes(to))?.to)
  return { page, state, field, type, rows, offered }
}

describe('the recipients that were paid before', () => {
  it('the recipient field offers the three last recipients while it is empty', async () => {
    const { offered } = await form()
    expect(offered()).toEqual(['t_bob', 't_cy', 't_dan'])
  })

  it('the recipient field offers the recipients whose address or name contains the text, or none', async () => {
    const { type, offered } = await form()
    await type('EVE')
    expect(offered()).toEqual(['t_eve'])
    await type(' bob.t')
    expect(offered()).toEqual(['t_bob'])
    await type('undefined')
    expect(offered()).toEqual([])
    await type('t_')
    expect(offered()).toEqual(['t_bob', 't_cy', 't_dan'])
  })

  it('[S17] the recipient field offers no address from the activity, only recipients of own sends', async () => {
    const moves = (['in', 'out'] as const).map(
      (direction): ActivityEntry => ({
        id: direction,
        metadata: {
          minedAt: '2026-01-01T00:00:00Z',
          chain: 'tally:main',
          operationType: direction === 'in' ? 'receive' : 'send',
          status: 'confirmed',
          sentFrom: direction === 'in' ? 't_bobx' : 't_ada',
          sentTo: direction === 'in' ? 't_ada' : 't_bobx',
        },
        transfers: [{ direction, quantity: { numeric: '7' } }],
      }),
    )
    const poisoned = definePlugin({
      id: 'test/poisoned',
      setup: context =>
        void context.offer(activityCapability, 'tally:main', {
          page: async () => ({ entries: moves }),
        }),
    })
    const { type, page, offered } = await form(poisoned)
    expect(offered()).toEqual(['t_bob', 't_cy', 't_dan'])
    await type('bob')
    expect(offered()).toEqual(['t_bob'])
    await type('t_bobx')
    expect(offered()).toEqual([])
    expect(page.querySelectorAll('li')).toHaveLength(0)
  })

  it('the recipient field offers no recipients once one of them was chosen', async () => {
    const { type, rows, offered, field } = await form()
    await type('cy')
    await act(async () => rows()[0]?.click())
    expect(field().value).toBe('t_cy')
    expect(offered()).toEqual([])
  })
})

it.each([
  ['by keys', async ({ type }: Awaited<ReturnType<typeof form>>) => type('t_\r\nbob\n')],
  [
    'by the button',
    async ({ page }: Awaited<ReturnType<typeof form>>) => {
      Object.defineProperty(navigator, 'clipboard', {
        configurable: true,
        value: { readText: async () => 't_\r\nbob\n' },
      })
      await act(async () => page.querySelector<HTMLElement>('.send-paste')?.click())
    },
  ],
])(
  '[S6] a text of several lines becomes one line in the recipient field, pasted %s',
  async (_, paste) => {
    const all = await form()
    await paste(all)
    expect(all.field().value).toBe('t_bob')
    await until(() => all.state().to === 't_bob')
  },
)
