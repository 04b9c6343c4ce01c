// @vitest-environment happy-dom
import { definePlugin } from '@portico/kernel'
import type { Fee } from '@portico/kernel/capabilities'
import type { Token } from '@portico/kernel/chain'
import { connectionService } from '@portico/kernel/session'
import { textSlice } from '@portico/kernel/text'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { kernelWith, render } from '../../../../../ui/test/render.js'
import { start } from '../../test/bench.js'
import { sendService, sendSlice } from '../refs.js'
import type { Review, Send } from '../send.js'
import SendPreviewView from './send-preview-view.js'
import SendView from './send-view.js'

const ether: Token = {
  asset: 'native',
  network: 'tally:main',
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
}
const fine: Token = {
  ...ether,
  asset: 'tally:main/coin:fine',
  name: 'Fine',
  symbol: 'FIN',
  decimals: 24,
}

/**
 * The review of so much, as it is shown: the big figure, what will change, the last button, and the
 * titles of the first two.
 */
async function reviewOf(
  outgoing: bigint,
  { token = ether, fee = { kind: 'sponsored' } as Fee } = {},
) {
  const review: Review = {
    from: { namespace: 'tally', address: 't_ada', type: 'eoa', connection: 'tally/one' },
    network: 'tally:main',
    token,
    native: ether,
    recipient: { name: 'known', address: 't_bob', warnings: [] },
    amount: outgoing,
    outgoing,
    fee,
    speeds: [],
    warnings: [],
    at: 0,
  }
  const plugin = definePlugin({
    id: 'test/send',
    owns: [sendSlice],
    provides: [sendService],
    setup(context) {
      context.provide(sendService, {} as Send)
      const balances = [{ token: ether, amount: 10n ** 18n, price: '2000' }]
      context.update(
        sendSlice,
        state =>
          void Object.assign(state, {
            phase: { name: 'review', review },
            holdings: { name: 'known', at: 0, balances },
          }),
      )
    },
  })
  const page = await render(kernelWith(plugin).kernel, <SendPreviewView />)
  const read = (selector: string) => [...page.querySelectorAll<HTMLElement>(selector)]
  const fact = (name: string) =>
    read('dt').find(term => term.textContent === name)?.nextElementSibling
  return {
    big: read('.send-hero .p-amount')[0]?.textContent,
    button: read('.p-button')[0]?.textContent,
    changes: read('.send-loss').map(one => one.textContent),
    titles: read('.send-loss bdi').map(({ title }) => title),
    fee: fact('Fee, at most')?.textContent,
    feeTitle: fact('Fee, at most')?.querySelector('bdi')?.title,
  }
}

describe('the review', () => {
  it.each([
    [123_456_789_100_000_000n, ether, '0.1234567891 ETH'],
    [1_000_000_000n, ether, '0.000000001 ETH'],
    [1n, fine, '<0.00000000000000000001 FIN'],
  ])(
    '[S19] the review shows the amount that leaves, %i base units, identically in each place',
    async (outgoing, token, text) => {
      expect(await reviewOf(outgoing, { token })).toMatchObject({
        big: text,
        button: `Send ${text}`,
        changes: [`−${text}`],
        titles: [text],
      })
    },
  )

  it('[S19] the review rounds up an amount that includes a fee, and its title has the exact amount', async () => {
    const shown = await reviewOf(123_456_789_100_000_000n, {
      fee: { kind: 'native', amount: 21_000_000_000_001n },
    })
    expect(shown).toMatchObject({
      big: '0.1234567891 ETH',
      fee: '0.00002101 ETH ·\u00a0$0.05',
      feeTitle: '0.000021000000000001 ETH',
    })
    expect(shown).toMatchObject({ changes: ['−0.1235 ETH'], titles: ['0.123477789100000001 ETH'] })
  })
})

it('the form shows that a network change emptied it', async () => {
  const { kernel, form } = await start()
  const page = await render(kernel, <SendView params={undefined} />)
  await act(async () => form.begin({ to: 't_bob', amount: '5' }))
  await act(async () => kernel.use(connectionService).switchNetwork('tally:side'))
  expect(page.querySelector('.p-note-warn')?.textContent).toMatch(
    /^You switched to .+\. Fill in the form again\.$/,
  )
  expect(page.querySelector('input')?.value).toBe('')
})

it('[D20] the message about a missing amount is formatted again when the language changes', async () => {
  let speak: (language: string) => void = () => undefined
  const speaking = definePlugin({
    id: 'test/speaking',
    owns: [textSlice],
    setup(context) {
      speak = language =>
        context.update(textSlice, state => void Object.assign(state, { language }))
    },
  })
  const { kernel, form, phase } = await start({ plugins: [speaking] })
  const page = await render(kernel, <SendView params={undefined} />)
  await act(async () => {
    await form.begin({ to: 't_bob', amount: '5000' })
    await form.review()
  })
  expect(phase()).toMatchObject({ problem: { values: { missing: '4900' } } })
  expect(page.textContent).toContain('You need 4,900 MRK more.')
  await act(async () => speak('de'))
  expect(page.textContent).toContain('You need 4.900 MRK more.')
})
