import { definePlugin } from '@portico/kernel'
import { currencySlice, tokenBalancesEndpoint } from '@portico/kernel/backend'
import type { PreparedTransfer, TransferIntent, Transfers } from '@portico/kernel/capabilities'
import { type Token, TransferError } from '@portico/kernel/chain'
import { connectionService, transactionSettledEvent } from '@portico/kernel/session'
import { tallyNetwork, tallyTransfer, testFeaturePlugin } from '@portico/kernel/testing'
import { message } from '@portico/kernel/text'
import { describe, expect, it, vi } from 'vitest'
import { transactions as transactionsPlugin } from '../../../base/transactions/src/index.js'
import { asked, instead, mark, nameService, reviewed, start, until } from '../test/bench.js'
import { send, sendFacts, sendService, sendSlice, sentTransfers } from './index.js'
import { sendPreviewView, sendView } from './refs.js'

testFeaturePlugin('send', {
  plugin: () => send(),
  needs: () => [transactionsPlugin()],
  items: ['send'],
  async use(kernel) {
    const form = kernel.use(sendService)
    await form.begin({ to: 't_bob', amount: '5' })
    await form.review()
  },
})

describe('a transfer', () => {
  it('[S1.11] [S4.30] [S8.13] a transfer is sent and confirmed on a chain that Send does not know, and the form is empty again', async () => {
    const { ledger, kernel, form, state, phase, events, announced, said } = await start()
    const settled: unknown[] = []
    kernel.on(transactionSettledEvent, event => settled.push(event))
    await form.begin({ to: 't_bob', amount: '5' })
    await form.review()
    expect(phase()).toMatchObject({
      name: 'review',
      review: { amount: 5n, leaving: 5n, fee: { kind: 'native', amount: 1n } },
    })
    await form.confirm()
    expect(ledger).toEqual([{ from: 't_ada', to: 't_bob', marks: 5n }])
    expect(state()).toMatchObject({ sendTokenAmount: '', to: '', phase: { name: 'editing' } })
    await until(() => sentTransfers(kernel)[0]?.status === 'confirmed')
    expect(said()).toEqual(['send.toast.started', 'send.toast.sent'])
    expect(settled).toMatchObject([{ network: 'tally:main', outcome: { status: 'confirmed' } }])
    expect(sentTransfers(kernel)).toMatchObject([
      { to: 't_bob', amount: 5n, status: 'confirmed', seen: false },
    ])
    expect(announced).toMatchObject([
      {
        operationType: 'send',
        to: 't_bob',
        transfers: [{ direction: 'out', quantity: { numeric: '5' } }],
      },
    ])
    expect(events).toEqual(['OPEN_SEND', 'SEND_INITIATED', 'SEND_SUCCESS'])
  })

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

  it('[S5.06] a transfer is not prepared without an amount and a receiver, and the form says so', async () => {
    for (const given of [
      {},
      { to: 't_bob' },
      { amount: '5' },
      { to: 't_bob', amount: '0' },
      { to: 't_bob', amount: '' },
    ]) {
      const { form, phase } = await start()
      await form.begin(given)
      await form.review()
      expect(phase()).toEqual({
        name: 'editing',
        problem: message(
          'send.problem.missing',
          'Please enter a valid amount and receiver address',
        ),
      })
    }
  })

  it('[S5.07] a token transfer is prepared only with an amount and a receiver, and the chain gets the address of the token', async () => {
    const token: Token = {
      asset: 'tally:main/coin:gold',
      network: 'tally:main',
      name: 'Gold',
      symbol: 'GLD',
      decimals: 3,
    }
    const intents: TransferIntent[] = []
    const prepare = async (intent: TransferIntent): Promise<PreparedTransfer> => {
      intents.push(intent)
      return {
        draft: tallyTransfer().draft('tally:main', { to: intent.to, marks: 1_500n }),
        fee: { kind: 'native', amount: 1n },
        amount: 1_500n,
      }
    }
    for (const given of [{}, { to: 't_bob' }, { amount: '1.5' }]) {
      const { form, phase } = await start({ plugins: [instead({ transfers: { prepare } })] })
      await form.begin({ token, ...given })
      await form.review()
      expect(phase()).toMatchObject({ name: 'editing', problem: { id: 'send.problem.missing' } })
    }
    expect(intents).toEqual([])
    const { form, phase } = await start({ plugins: [instead({ transfers: { prepare } })] })
    await form.begin({ token, to: 't_bob', amount: '1.5' })
    await form.review()
    expect(phase()).toMatchObject({ name: 'review', review: { token, amount: 1_500n } })
    expect(intents).toMatchObject([
      { asset: 'tally:main/coin:gold', to: 't_bob', amount: 1_500n, decimals: 3 },
    ])
  })

  it('[S5.08] a transfer is reviewed when its fee is sponsored, and refused when the chain gives no fee', async () => {
    const answer = (fee: unknown) =>
      instead({
        transfers: {
          prepare: async ({ to }) => ({
            draft: tallyTransfer().draft('tally:main', { to, marks: 5n }),
            fee: fee as never,
            amount: 5n,
          }),
        },
      })
    const without = await start({ plugins: [answer({ kind: 'native', amount: undefined })] })
    await without.form.begin({ to: 't_bob', amount: '5' })
    await without.form.review()
    expect(without.phase()).toMatchObject({
      name: 'editing',
      problem: { id: 'chain.error.answer' },
    })
    await reviewed({ plugins: [answer({ kind: 'sponsored' })] })
  })

  it.each([
    ['missing', undefined],
    ['null', null],
    ['text', '0'],
    ['not whole', 1.5],
    ['more than a byte', 256],
  ])(
    '[S5.08] a transfer of the native coin is not prepared when its decimals are %s, neither an amount nor Max',
    async (_, decimals) => {
      const prepare = vi.fn<Transfers['prepare']>(() => expect.unreachable())
      const { form, phase } = await start({ plugins: [instead({ transfers: { prepare } })] })
      const token = { ...mark, decimals } as unknown as Token
      await form.begin({ to: 't_bob', amount: '5', token })
      await form.review()
      expect(phase()).toMatchObject({
        name: 'editing',
        problem: { id: 'send.problem.decimals', values: { symbol: 'MRK' } },
      })
      await form.setMax()
      expect(phase()).toMatchObject({ name: 'editing', problem: { id: 'send.problem.decimals' } })
      expect(prepare).not.toHaveBeenCalled()
    },
  )

  it('[S24] a transfer that the chain prepared for another network or for more than was typed is refused', async () => {
    for (const made of [
      { network: 'tally:side', amount: 5n },
      { network: 'tally:main', amount: 6n },
    ] as const) {
      const { form, phase } = await start({
        plugins: [
          instead({
            transfers: {
              prepare: async ({ to }) => ({
                draft: tallyTransfer().draft(made.network, { to, marks: 5n }),
                fee: { kind: 'native', amount: 1n },
                amount: made.amount,
              }),
            },
          }),
        ],
      })
      await form.begin({ to: 't_bob', amount: '5' })
      await form.review()
      expect(phase()).toMatchObject({ name: 'editing', problem: { id: 'chain.error.answer' } })
    }
  })

  it('[S24] a transfer of a token on another network is refused, with an amount and with Max', async () => {
    const token = {
      asset: 'native',
      network: 'other:main',
      name: 'Other',
      symbol: 'OTH',
      decimals: 0,
    } as const
    const { form, phase, state } = await start()
    await form.begin({ to: 't_bob', amount: '5', token })
    await form.review()
    expect(phase()).toMatchObject({ name: 'editing', problem: { id: 'send.problem.elsewhere' } })
    await form.setMax()
    expect(state()).toMatchObject({
      max: 'off',
      phase: { problem: { id: 'send.problem.elsewhere' } },
    })
  })

  it.each([
    'the form is open',
    'a name is looked up',
    'the amount is typed',
    'the transfer is prepared',
    'the review is read',
    'an old review is prepared anew',
    'the wallet is asked',
    'it was sent',
  ])(
    '[S24] a transfer reaches no other network than its own when the network is switched while %s',
    async point => {
      const sent: unknown[] = []
      let at: string | undefined
      const reach = async (what: string) => {
        if (what !== point || at) return
        at = what
        await kernel.use(connectionService).switchNetwork('tally:side')
      }
      const change = {
        transfers: {
          async prepare({ to, amount, network }) {
            await reach(
              phase().name === 'checking' && performance.now() > later
                ? 'an old review is prepared anew'
                : 'the transfer is prepared',
            )
            return {
              draft: tallyTransfer().draft(network, { to, marks: BigInt(amount) }),
              fee: { kind: 'native', amount: 1n },
              amount: BigInt(amount),
            }
          },
        },
        transactions: {
          async send(_via, _from, draft) {
            await reach('the wallet is asked')
            sent.push(draft.network)
            return { hash: 'tally:main#1' }
          },
        },
      } satisfies Parameters<typeof instead>[0]
      const resolve = async () => {
        await reach('a name is looked up')
        return 't_bob'
      }
      const later = performance.now() + 30_000
      const { kernel, form, phase } = await start({
        plugins: [instead(change), nameService(resolve)],
      })
      await form.begin()
      await reach('the form is open')
      await form.setRecipient('bob.tally')
      await form.setAmount('5')
      await reach('the amount is typed')
      await form.review()
      await reach('the review is read')
      const clock =
        point === 'an old review is prepared anew'
          ? vi.spyOn(performance, 'now').mockReturnValue(later + 60_000)
          : undefined
      await form.confirm()
      clock?.mockRestore()
      await reach('it was sent')
      expect(at).toBe(point)
      expect(sent).toEqual(
        point === 'the wallet is asked' || point === 'it was sent' ? ['tally:main'] : [],
      )
    },
  )

  it('a form that a network switch emptied names the new network, without a toast', async () => {
    const { kernel, form, state, phase, said } = await start()
    await kernel.use(connectionService).switchNetwork('tally:side')
    expect(phase()).toEqual({ name: 'editing' })
    await form.begin({ to: 't_bob', amount: '5' })
    await form.review()
    kernel.views.reset(sendView, undefined)
    kernel.views.push(sendPreviewView)
    await kernel.use(connectionService).switchNetwork('tally:main')
    expect(state()).toMatchObject({ to: '', sendTokenAmount: '' })
    const problem = { id: 'send.problem.switched', values: { network: 'Tally main' } }
    expect(phase()).toMatchObject({ name: 'editing', problem })
    expect(kernel.views.current?.id).not.toBe(sendPreviewView.id)
    // A second change before anything is typed still tells why the form is empty.
    await kernel.use(connectionService).switchNetwork('tally:side')
    expect(phase()).toMatchObject({
      name: 'editing',
      problem: { id: 'send.problem.switched', values: { network: 'Tally side' } },
    })
    expect(said()).toEqual([])
    await form.setAmount('1')
    expect(phase()).toEqual({ name: 'editing' })
  })

  it('a transfer that the chain refuses to prepare shows the chain’s message in the form, without a toast', async () => {
    const fee = message('tally.fee', 'The fee cannot be paid.')
    const { form, phase, said } = await start({
      plugins: [
        instead({
          transfers: {
            async prepare() {
              throw new TransferError('TRANSFER_FEE', fee)
            },
          },
        }),
      ],
    })
    await form.begin({ to: 't_bob', amount: '5' })
    await form.review()
    expect(phase()).toEqual({ name: 'editing', problem: fee })
    expect(said()).toEqual([])
  })

  it('[S8.08] [S8.38] a transfer that cannot be prepared shows "Something went wrong", and the form keeps its input', async () => {
    const { form, state, phase, said, events } = await start({
      plugins: [
        instead({ transfers: { prepare: () => Promise.reject(new TypeError('Failed to fetch')) } }),
      ],
    })
    await form.begin({ to: 't_bob', amount: '5' })
    await form.review()
    expect(phase()).toMatchObject({ name: 'editing', problem: { id: 'send.problem.unreachable' } })
    expect(state()).toMatchObject({ to: 't_bob', sendTokenAmount: '5' })
    expect(said()).toEqual(['shell.failure'])
    expect(events).toContain('SEND_ERROR')
  })
})

describe('a check of a transfer', () => {
  it('[R22] a check that is pending when the form is edited is dropped, and its review is never shown', async () => {
    let resolve: () => void = () => undefined
    const promise = new Promise<void>(done => (resolve = done))
    const prepare: Transfers['prepare'] = async ({ to, amount, network }) => {
      await promise
      return {
        draft: tallyTransfer().draft(network, { to, marks: BigInt(amount) }),
        fee: { kind: 'native', amount: 1n },
        amount: BigInt(amount),
      }
    }
    const { form, phase, state, kernel } = await start({
      plugins: [instead({ transfers: { prepare } })],
    })
    kernel.views.reset(sendView, undefined)
    await form.begin({ to: 't_bob', amount: '5' })
    const reviewing = form.review()
    await until(() => phase().name === 'checking')
    await form.setAmount('50')
    resolve()
    await reviewing
    expect(phase()).toEqual({ name: 'editing' })
    expect(state().sendTokenAmount).toBe('50')
    expect(kernel.views.current?.id).toBe(sendView.id)
  })
})

describe('the wallet', () => {
  it('[R23] the wallet gets one request for twenty clicks on the confirm button', async () => {
    const { form, wallet, ledger } = await reviewed()
    await Promise.all(Array.from({ length: 20 }, () => form.confirm()))
    expect(wallet.requests.filter(request => request === 'send')).toHaveLength(1)
    expect(ledger).toHaveLength(1)
  })

  it('[S8.09] a transfer that the wallet declines shows no toast, is not sent, and can be confirmed again', async () => {
    const { form, wallet, phase, said, events, ledger } = await reviewed()
    wallet.policy = 'decline'
    await form.confirm()
    expect(phase()).toMatchObject({
      name: 'review',
      problem: { id: 'wallet.declinedIn', values: { wallet: 'Tally Wallet' } },
    })
    expect(said()).toEqual([])
    expect(events).toEqual(['OPEN_SEND', 'SEND_INITIATED', 'SEND_REJECTED'])
    wallet.policy = 'approve'
    await form.confirm()
    expect(ledger).toHaveLength(1)
  })

  it('[S8.09] [S8.38] a refused transfer shows "Failed to send transaction. Please try again.", and the reason', async () => {
    const { form, phase, said, events } = await reviewed({
      plugins: [
        instead({
          transactions: {
            send: () =>
              Promise.reject(Object.assign(new TypeError('not for this page'), { code: 4100 })),
          },
        }),
      ],
    })
    await form.confirm()
    expect(phase()).toMatchObject({
      name: 'review',
      problem: { id: 'send.problem.reason', values: { reason: 'not for this page' } },
    })
    expect(said()).toEqual(['send.error.failed'])
    expect(events).toContain('SEND_ERROR')
  })

  it('a transfer that the wallet sends after the person went back to the form is followed to its end', async () => {
    const { form, wallet, kernel, phase } = await reviewed({ wallet: { policy: 'approve' } })
    wallet.policy = 'ask'
    const confirming = form.confirm()
    await asked(wallet)
    await form.edit()
    expect(phase()).toMatchObject({
      name: 'editing',
      problem: { id: 'send.open.asked', values: { wallet: 'Tally Wallet' } },
    })
    await form.setAmount('7')
    wallet.approve()
    await confirming
    await until(() => sentTransfers(kernel)[0]?.status === 'confirmed')
    expect(kernel.state(sendSlice).sendTokenAmount).toBe('7')
  })

  it('a transfer that the wallet sends after the person went back empties the form, so it is not sent twice', async () => {
    const { form, wallet, state } = await reviewed()
    wallet.policy = 'ask'
    const confirming = form.confirm()
    await asked(wallet)
    await form.edit()
    expect(state()).toMatchObject({ to: 't_bob', sendTokenAmount: '5' })
    wallet.approve()
    await confirming
    expect(state()).toMatchObject({ to: '', sendTokenAmount: '', phase: { name: 'editing' } })
  })

  it('[R23] a request that the wallet still shows is named in the form and the next review until the wallet answers', async () => {
    const { form, wallet, phase, kernel, ledger } = await reviewed()
    wallet.policy = 'ask'
    const confirming = form.confirm()
    await asked(wallet)
    await form.edit()
    await form.setAmount('7')
    await form.review()
    expect(phase()).toMatchObject({ name: 'review', problem: { id: 'send.open.asked' } })
    wallet.decline()
    await confirming
    await form.edit()
    expect(phase()).toEqual({ name: 'editing' })
    await form.review()
    expect(phase()).not.toHaveProperty('problem')
    expect(ledger).toEqual([])
    expect(sentTransfers(kernel)).toEqual([])
  })

  it('[R23] a transfer that is approved while it is reviewed again closes that review and empties the form', async () => {
    const { form, wallet, state, kernel, ledger } = await start()
    kernel.views.reset(sendView, undefined)
    await form.begin({ to: 't_bob', amount: '5' })
    await form.review()
    wallet.policy = 'ask'
    const confirming = form.confirm()
    await asked(wallet)
    await form.edit()
    expect(kernel.views.current?.id).toBe(sendView.id)
    await form.review()
    expect(kernel.views.current?.id).toBe(sendPreviewView.id)
    wallet.approve()
    await confirming
    expect(ledger).toHaveLength(1)
    expect(kernel.views.current?.id).not.toBe(sendPreviewView.id)
    expect(state()).toMatchObject({ to: '', sendTokenAmount: '', phase: { name: 'editing' } })
    await form.confirm()
    expect(wallet.requests.filter(name => name === 'send')).toHaveLength(1)
    await form.begin()
    expect(state().holdings.name).toBe('known')
  })

  it('a transfer that is approved while the form is open leaves an empty form with the balances of the account', async () => {
    const { form, wallet, state, kernel } = await start()
    kernel.views.reset(sendView, undefined)
    await form.begin({ to: 't_bob', amount: '5' })
    await form.review()
    wallet.policy = 'ask'
    const confirming = form.confirm()
    await asked(wallet)
    await form.edit()
    wallet.approve()
    await confirming
    expect(kernel.views.current?.id).toBe(sendView.id)
    await until(() => state().holdings.name === 'known')
    expect(state()).toMatchObject({ to: '', sendTokenAmount: '' })
  })

  it('the wallet gets the transfer on screen: input during its prompt changes nothing', async () => {
    const { form, wallet, state, ledger } = await reviewed()
    wallet.policy = 'ask'
    const confirming = form.confirm()
    await asked(wallet)
    await Promise.all([
      form.setAmount('99'),
      form.setRecipient('t_eve'),
      form.setMax(),
      form.setSpeed('fast'),
      form.begin({ to: 't_eve' }),
    ])
    expect(state()).toMatchObject({ sendTokenAmount: '5', to: 't_bob', speed: 'normal' })
    wallet.approve()
    await confirming
    expect(ledger).toEqual([{ from: 't_ada', to: 't_bob', marks: 5n }])
  })
})
