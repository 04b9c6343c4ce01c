import { definePlugin } from '@portico/kernel'
import type { Account } from '@portico/kernel/account'
import { type Holding, tokenBalancesEndpoint } from '@portico/kernel/backend'
import {
  type Fee,
  type PreparedTransfer,
  type TransferIntent,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { chainsSlot, type Token } from '@portico/kernel/chain'
import { tallyNetwork, tallyTransfer } from '@portico/kernel/testing'
import { message } from '@portico/kernel/text'
import { describe, expect, it } from 'vitest'
import { instead, mark, start } from '../test/bench.js'
import { prepareReview, type ReviewIntent } from './prepare.js'
import type { SendContext } from './refs.js'

const ada: Account = { namespace: 'tally', address: 't_ada', type: 'eoa', connection: 'tally/test' }
const gold: Token = {
  asset: 'tally:main/coin:gold',
  network: 'tally:main',
  name: 'Gold',
  symbol: 'GLD',
  decimals: 3,
}
const bob = { name: 'known', address: 't_bob', warnings: [] } as const
const warning = (name: string) => message(`test.${name}`, name)

interface World {
  /** What the chain answers in the place of 5 marks for a fee of 1. */
  readonly answer?: object
  readonly holdings?: readonly Holding[]
}
async function prepare({ answer = {}, holdings }: World = {}, change: Partial<ReviewIntent> = {}) {
  const intents: TransferIntent[] = []
  let context: unknown
  const chain = {
    async prepare(intent: TransferIntent) {
      intents.push(intent)
      const draft = tallyTransfer().draft('tally:main', { to: intent.to, marks: 5n })
      return {
        draft,
        fee: { kind: 'native', amount: 1n },
        amount: 5n,
        ...answer,
      } as PreparedTransfer
    },
  }
  const observer = definePlugin({
    id: 'test/context',
    setup(own) {
      context = own
      if (holdings) own.handle(tokenBalancesEndpoint, async () => holdings)
      // A chain whose network is known and cannot be sent on, and one that can be sent on and whose
      // network is unknown.
      own.contribute(chainsSlot, {
        id: 'mute',
        name: 'Mute',
        networks: [tallyNetwork('main', 'mute')],
      })
      own.offer(transfersCapability, 'lost:main', chain)
    },
  })
  const { form } = await start({ plugins: [observer, instead({ transfers: chain })] })
  if (holdings) await form.begin()
  const whole: ReviewIntent = {
    account: ada,
    network: 'tally:main',
    token: mark,
    recipient: bob,
    amount: 5n,
    speed: 'normal',
    ...change,
  }
  const prepared = prepareReview(context as SendContext, whole, new AbortController().signal)
  return { intents, prepared }
}
const reviewOf = async (world: World, change?: Partial<ReviewIntent>) =>
  (await (await prepare(world, change)).prepared).review
const refusalOf = async (world: World, change?: Partial<ReviewIntent>): Promise<unknown> =>
  (await prepare(world, change)).prepared.catch((error: unknown) => error)

describe('The review of a transfer', () => {
  it('[S5.07] the review asks the chain for exactly this recipient, this amount and these decimals', async () => {
    const { intents, prepared } = await prepare(
      {},
      { token: gold, amount: 4_999n, speed: 'fast', recipient: { ...bob, address: 't_cat' } },
    )
    await prepared.catch(() => undefined)
    expect(intents).toEqual([
      {
        from: ada,
        to: 't_cat',
        network: 'tally:main',
        asset: gold.asset,
        amount: 4_999n,
        decimals: 3,
        speed: 'fast',
      },
    ])
  })

  it.each([
    ['an amount that is a number', { amount: 5 }],
    ['an amount below nothing', { amount: -1n }],
    ['more than was requested', { amount: 6n }],
    ['a fee that is a number', { fee: { kind: 'native', amount: 1 } }],
    ['a fee below nothing', { fee: { kind: 'native', amount: -1n } }],
    [
      'a draft for another network',
      { draft: tallyTransfer().draft('tally:side', { to: 't_bob', marks: 5n }) },
    ],
  ])('[S35] a review is refused where the chain answers %s', async (_, answer) => {
    expect(await refusalOf({ answer })).toMatchObject({ code: 'CHAIN_ANSWER' })
  })

  it('the review shows what leaves and what arrives where the chain takes a part, and a fee of zero', async () => {
    expect(await reviewOf({ answer: { amount: 4n } })).toMatchObject({ outgoing: 5n, amount: 4n })
    expect(
      await reviewOf({ answer: { amount: 0n, fee: { kind: 'native', amount: 0n } } }),
    ).toMatchObject({ outgoing: 5n, amount: 0n, fee: { amount: 0n } })
    expect(await reviewOf({ answer: { amount: 70n } }, { amount: 'max' })).toMatchObject({
      outgoing: 70n,
      amount: 70n,
    })
  })

  it('the review shows the change only where there is some', async () => {
    expect(await reviewOf({ answer: { change: 0n } })).toMatchObject({ change: 0n })
    expect(await reviewOf({})).not.toHaveProperty('change')
  })

  it('the review shows a warning once that both the recipient and the chain raise', async () => {
    const recipient = { ...bob, warnings: [warning('one')] }
    expect(
      await reviewOf({ answer: { warnings: [warning('one'), warning('two')] } }, { recipient }),
    ).toMatchObject({
      warnings: [warning('one'), warning('two')],
    })
  })

  it.each(['mute:main', 'lost:main'] as const)(
    'a review is refused on %s, which has no transfers or is an unknown network',
    async network => {
      expect(await refusalOf({}, { network, token: { ...mark, network } })).toMatchObject({
        code: 'CHAIN_UNAVAILABLE',
      })
    },
  )

  it('[S17] a review warns of no fee that is sponsored or whose coin has no price', async () => {
    const worthless: readonly Holding[] = [{ token: gold, amount: 70_000n, price: '0.1' }]
    const sponsored: Fee = { kind: 'sponsored' }
    expect(
      await reviewOf(
        { holdings: worthless, answer: { fee: { kind: 'native', amount: 10n ** 9n } } },
        { token: gold },
      ),
    ).toMatchObject({ warnings: [] })
    const priced = [...worthless, { token: mark, amount: 100n, price: '1' }]
    expect(
      await reviewOf(
        { holdings: priced, answer: { fee: { kind: 'native', amount: 10n ** 9n } } },
        { token: gold },
      ),
    ).toMatchObject({
      warnings: [{ id: 'send.warning.fee' }],
    })
    expect(
      await reviewOf({ holdings: priced, answer: { fee: sponsored } }, { token: gold }),
    ).toMatchObject({ warnings: [] })
  })
})
