import { definePlugin } from '@portico/kernel'
import { currencySlice, tokenBalancesEndpoint } from '@portico/kernel/backend'
import type { PreparedTransfer, TransferIntent } from '@portico/kernel/capabilities'
import type { Token } from '@portico/kernel/chain'
import { tallyNetwork, tallyTransfer } from '@portico/kernel/testing'
import { describe, expect, it } from 'vitest'
import { instead, nameService, reviewed, start } from '../test/bench.js'
import { sendFacts } from './index.js'

describe('the facts of a transfer', () => {
  it('[S3.41] [S3.42] [S3.43] sendFacts gives the token, amount, receiver and profile under the names of the specification', async () => {
    const { kernel, form } = await start({ plugins: [nameService(async () => 't_bob')] })
    expect(sendFacts(kernel)).toMatchObject({
      token: { symbol: 'MRK' },
      sendTokenAmount: '',
      receiverAddress: undefined,
      gasPrice: undefined,
    })
    await form.begin({ to: 'bob.tally', amount: '5' })
    expect(sendFacts(kernel)).toMatchObject({
      sendTokenAmount: '5',
      receiverAddress: 't_bob',
      receiverProfileName: 'bob.tally',
      networkBalanceInUSD: undefined,
    })
    await form.setRecipient('t_bob')
    expect(sendFacts(kernel)).toMatchObject({
      receiverProfileName: 'bob.tally',
      receiverProfileImageUrl: 'https://names.example/bob.png',
    })
  })

  it('[S3.44] [S3.45] sendFacts gives the rate of the fee, and the exact worth of the fee and of the whole native balance at the latest price', async () => {
    const native = { ...tallyNetwork().nativeCurrency, decimals: 8 }
    const coin: Token = { asset: 'native', network: 'tally:main', ...native }
    const gold: Token = {
      asset: 'tally:main/coin:gold',
      network: 'tally:main',
      name: 'Gold',
      symbol: 'GLD',
      decimals: 3,
    }
    const prices: Record<string, string> = { usd: '1234.56789', eur: '1000.125' }
    let chooseCurrency: (code: string) => void = () => undefined
    const priced = definePlugin({
      id: 'test/priced',
      owns: [currencySlice],
      setup(context) {
        chooseCurrency = code =>
          context.update(currencySlice, state => void Object.assign(state, { code }))
        context.handle(tokenBalancesEndpoint, async ({ currency }) => [
          { token: gold, amount: 7_000n, price: '99.9', value: '699.3' },
          {
            token: coin,
            amount: 2_345_678_901n,
            spendable: 2_345_000_000n,
            price: prices[currency] ?? '',
          },
        ])
      },
    })
    const fee = { kind: 'native', amount: 34_567n, rate: { value: '3.1', unit: 'gwei' } } as const
    const prepare = async ({ to, amount, network }: TransferIntent): Promise<PreparedTransfer> => ({
      draft: tallyTransfer().draft(network, { to, marks: BigInt(amount) }),
      fee,
      amount: BigInt(amount),
    })
    const { kernel, form, phase } = await start({
      networks: [{ ...tallyNetwork(), nativeCurrency: native }],
      plugins: [priced, instead({ transfers: { prepare } })],
    })
    expect(sendFacts(kernel)).toMatchObject({
      gasPrice: undefined,
      gasPriceInUSD: undefined,
      networkBalanceInUSD: undefined,
    })

    // A token is sent: the fee and the balance are those of the native coin all the same.
    await form.begin({ to: 't_bob', amount: '1.5', token: gold })
    expect(sendFacts(kernel)).toMatchObject({
      gasPrice: undefined,
      gasPriceInUSD: undefined,
      networkBalanceInUSD: '28958.9985142508889',
    })
    await form.review()
    expect(phase()).toMatchObject({ name: 'review', review: { fee } })
    // 0.00034567 and 23.45678901 coins at 1234.56789 each.
    expect(sendFacts(kernel)).toMatchObject({
      gasPrice: '3.1 gwei',
      gasPriceInUSD: '0.4267530825363',
      networkBalanceInUSD: '28958.9985142508889',
    })

    chooseCurrency('eur')
    expect(sendFacts(kernel)).toMatchObject({
      gasPriceInUSD: undefined,
      networkBalanceInUSD: undefined,
    })
    await form.begin()
    expect(sendFacts(kernel)).toMatchObject({
      gasPriceInUSD: '0.34571320875',
      networkBalanceInUSD: '23459.72110862625',
    })
  })

  it.each<
    [
      case_: string,
      fee: bigint,
      prices: readonly [coin: string | undefined, gold: string | undefined],
      asset: 'gold' | 'native',
      warns: boolean,
    ]
  >([
    ['is worth a tenth of the tokens', 5_000n, ['2', '0.1'], 'gold', true],
    ['is worth a little less than a tenth of the tokens', 4_999n, ['2', '0.1'], 'gold', false],
    ['is worth more than the tokens', 10n ** 9n, ['2', '0.1'], 'gold', true],
    ['has no price', 10n ** 9n, [undefined, '0.1'], 'gold', false],
    ['is high, but the tokens have no price', 10n ** 9n, ['2', undefined], 'gold', false],
    [
      'is high, but in the coin that is sent, which the chain compares',
      10n ** 9n,
      ['2', '0.1'],
      'native',
      false,
    ],
  ])(
    '[S17] the review of a transfer warns by worth only where the fee is a tenth of the tokens or more: the fee %s',
    async (_, fee, prices, sent, warns) => {
      const native = { ...tallyNetwork().nativeCurrency, decimals: 8 }
      const coin: Token = { asset: 'native', network: 'tally:main', ...native }
      const gold: Token = {
        asset: 'tally:main/coin:gold',
        network: 'tally:main',
        name: 'Gold',
        symbol: 'GLD',
        decimals: 3,
      }
      const priced = definePlugin({
        id: 'test/priced',
        setup(context) {
          context.handle(tokenBalancesEndpoint, async () => [
            { token: gold, amount: 70_000n, ...(prices[1] && { price: prices[1] }) },
            { token: coin, amount: 10n ** 12n, ...(prices[0] && { price: prices[0] }) },
          ])
        },
      })
      const prepare = async ({
        to,
        network,
        amount,
      }: TransferIntent): Promise<PreparedTransfer> => ({
        draft: tallyTransfer().draft(network, { to, marks: 1n }),
        fee: { kind: 'native', amount: fee },
        amount: BigInt(amount),
      })
      const { form, phase } = await start({
        networks: [{ ...tallyNetwork(), nativeCurrency: native }],
        plugins: [priced, instead({ transfers: { prepare } })],
      })
      // 0.01 of gold is worth 0.001, and 5,000 base units of the coin are worth 0.0001.
      await form.begin({
        to: 't_bob',
        amount: sent === 'gold' ? '0.01' : '1',
        token: sent === 'gold' ? gold : coin,
      })
      await form.review()
      const { review } = phase() as Extract<ReturnType<typeof phase>, { name: 'review' }>
      expect(review.warnings.map(({ id }) => id)).toEqual(warns ? ['send.warning.fee'] : [])
    },
  )

  it('[S3.44] sendFacts gives no gas price and no worth of it when the fee is sponsored', async () => {
    const prepare = async ({ to, network }: TransferIntent): Promise<PreparedTransfer> => ({
      draft: tallyTransfer().draft(network, { to, marks: 5n }),
      fee: { kind: 'sponsored' },
      amount: 5n,
    })
    const { kernel } = await reviewed({ plugins: [instead({ transfers: { prepare } })] })
    expect(sendFacts(kernel)).toMatchObject({ gasPrice: undefined, gasPriceInUSD: undefined })
  })
})
