import { definePlugin, memoryStorage, type Plugin, type StorageDriver } from '@portico/kernel'
import {
  type ActivityEntry,
  AddressError,
  accountActions,
  accountParts,
  activity,
  addresses,
  ChainError,
  chains,
  connection,
  currencySlice,
  type Holding,
  message,
  names,
  type OutcomeChanged,
  preferencesSlice,
  type SentTransaction,
  session,
  shell,
  type TransactionOutcome,
  type Transactions,
  TransferError,
  type Transfers,
  tokenBalances,
  tracked,
  transactionSent,
  transactionSettled,
  transactions,
  transactionUndone,
  transfers,
} from '@portico/kernel/contracts'
import {
  createTestKernel,
  type TallyEntry,
  type TallyWallet,
  type TallyWalletOptions,
  tally,
  tallyNetwork,
  tallyTransfer,
  tallyWallet,
  testFeaturePlugin,
} from '@portico/kernel/testing'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { arrivalOf } from './follow.js'
import { recents, send, sendFacts, sendService, sendSlice, sendView, sentTransfers } from './index.js'

testFeaturePlugin('send', {
  plugin: () => send(),
  items: ['send'],
  async use(kernel) {
    const form = kernel.use(sendService)
    await form.begin({ to: 't_bob', amount: '5' })
    await form.review()
  },
})

interface Start {
  readonly wallet?: TallyWalletOptions
  readonly plugins?: readonly Plugin[]
  readonly storage?: StorageDriver
}
async function start({ wallet: of, plugins = [], storage }: Start = {}) {
  const ledger: TallyEntry[] = []
  const wallet: TallyWallet = tallyWallet(of)
  const kernel = await createTestKernel({
    plugins: [tally({ ledger, wallets: [wallet] }), tally({ namespace: 'other' }), ...plugins, send()],
    connected: 'tally:main',
    ...(storage && { storage }),
  })
  const events: string[] = []
  const announced: SentTransaction[] = []
  kernel.on(tracked, ({ name }) => events.push(name))
  kernel.on(transactionSent, sent => announced.push(sent))
  const form = kernel.use(sendService)
  const state = () => kernel.state(sendSlice)
  return { ledger, wallet, kernel, form, state, events, announced, phase: () => state().phase, said: () => kernel.said.map(({ id }) => id) }
}
/** A form that is ready to be signed: 5 marks for Bob. */
async function reviewed(options?: Start) {
  const all = await start(options)
  await all.form.begin({ to: 't_bob', amount: '5' })
  await all.form.review()
  expect(all.phase().name).toBe('review')
  return all
}
const mark = { asset: 'native', network: 'tally:main', name: 'Mark', symbol: 'MRK', decimals: 0 } as const
const asked = (wallet: TallyWallet) => vi.waitUntil(() => wallet.requests.includes('send'))

/** What tally does on its main network, but for this. */
const instead = (change: { readonly transfers?: Partial<Transfers>; readonly transactions?: Partial<Transactions> }): Plugin =>
  definePlugin({
    id: 'test/instead',
    setup(context) {
      const dialect = tallyTransfer()
      if (change.transfers)
        context.offer(transfers, 'tally:main', {
          prepare: async ({ to, amount }) => ({
            draft: dialect.draft('tally:main', { to, marks: amount === 'max' ? 99n : amount }),
            fee: { kind: 'native', amount: 1n },
            amount: amount === 'max' ? 99n : amount,
          }),
          ...change.transfers,
        })
      if (change.transactions)
        context.offer(transactions, 'tally:main', {
          dialects: [dialect.id],
          estimate: async () => ({ kind: 'native', amount: 1n }),
          send: async () => ({ hash: 'tally:main#1' }),
          ...change.transactions,
        })
    },
  })
const nameService = (resolve: (name: string) => Promise<string | undefined>): Plugin =>
  definePlugin({
    id: 'test/names',
    setup: context =>
      void context.offer(
        names,
        'tally',
        {
          looksLike: text => text.endsWith('.tally'),
          resolve,
          reverse: async address => (address === 't_bob' ? { name: 'bob.tally', imageUrl: 'https://names.example/bob.png' } : undefined),
        },
        { id: 'test' },
      ),
  })

describe('a transfer', () => {
  it('[S1.11] [S4.30] [S8.13] is sent on a chain that Send has never heard of, confirmed, and the form is empty again', async () => {
    const { ledger, kernel, form, state, phase, events, announced, said } = await start()
    const settled: unknown[] = []
    kernel.on(transactionSettled, event => settled.push(event))
    await form.begin({ to: 't_bob', amount: '5' })
    await form.review()
    expect(phase()).toMatchObject({ name: 'review', review: { amount: 5n, leaving: 5n, fee: { kind: 'native', amount: 1n } } })
    await form.confirm()
    expect(ledger).toEqual([{ from: 't_ada', to: 't_bob', marks: 5n }])
    expect(state()).toMatchObject({ sendTokenAmount: '', to: '', phase: { name: 'editing' } })
    await vi.waitUntil(() => sentTransfers(kernel)[0]?.status === 'confirmed')
    expect(said()).toEqual(['send.toast.started', 'send.toast.sent'])
    expect(settled).toMatchObject([{ network: 'tally:main', outcome: { status: 'confirmed' } }])
    expect(sentTransfers(kernel)).toMatchObject([{ to: 't_bob', amount: 5n, status: 'confirmed', seen: false }])
    expect(announced).toMatchObject([{ operationType: 'send', to: 't_bob', transfers: [{ direction: 'out', quantity: { numeric: '5' } }] }])
    expect(events).toEqual(['OPEN_SEND', 'SEND_INITIATED', 'SEND_SUCCESS'])
  })

  it('[S3.41] [S3.42] [S3.43] [S3.44] [S3.45] is told in the words of the specification', async () => {
    const { kernel, form } = await start({ plugins: [nameService(async () => 't_bob')] })
    expect(sendFacts(kernel)).toMatchObject({ token: { symbol: 'MRK' }, sendTokenAmount: '', receiverAddress: undefined, gasPrice: undefined })
    await form.begin({ to: 'bob.tally', amount: '5' })
    expect(sendFacts(kernel)).toMatchObject({
      sendTokenAmount: '5',
      receiverAddress: 't_bob',
      receiverProfileName: 'bob.tally',
      networkBalanceInUSD: undefined,
    })
    await form.setRecipient('t_bob')
    expect(sendFacts(kernel)).toMatchObject({ receiverProfileName: 'bob.tally', receiverProfileImageUrl: 'https://names.example/bob.png' })
  })

  it('[S5.06] [S5.07] is not prepared without an amount and a receiver, and says so', async () => {
    for (const given of [{}, { to: 't_bob' }, { amount: '5' }, { to: 't_bob', amount: '0' }, { to: 't_bob', amount: '' }]) {
      const { form, phase } = await start()
      await form.begin(given)
      await form.review()
      expect(phase()).toEqual({ name: 'editing', problem: message('send.problem.missing', 'Please enter a valid amount and receiver address') })
    }
  })

  it('[S5.08] has a fee, or somebody else who pays; an answer with neither is refused', async () => {
    const answer = (fee: unknown) =>
      instead({ transfers: { prepare: async ({ to }) => ({ draft: tallyTransfer().draft('tally:main', { to, marks: 5n }), fee: fee as never, amount: 5n }) } })
    const without = await start({ plugins: [answer({ kind: 'native', amount: undefined })] })
    await without.form.begin({ to: 't_bob', amount: '5' })
    await without.form.review()
    expect(without.phase()).toMatchObject({ name: 'editing', problem: { id: 'chain.error.answer' } })
    await reviewed({ plugins: [answer({ kind: 'sponsored' })] })
  })

  it('[S24] is never prepared for another network, nor for more than was typed', async () => {
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

  it('[S24] of a token that is on another network is refused: nothing else is sent in its place', async () => {
    const token = { asset: 'native', network: 'other:main', name: 'Other', symbol: 'OTH', decimals: 0 } as const
    const { form, phase, state } = await start()
    await form.begin({ to: 't_bob', amount: '5', token })
    await form.review()
    expect(phase()).toMatchObject({ name: 'editing', problem: { id: 'send.problem.elsewhere' } })
    await form.setMax()
    expect(state()).toMatchObject({ max: 'off', phase: { problem: { id: 'send.problem.elsewhere' } } })
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
  ])('[S24] reaches no other network than it was made for, when the network is switched while %s', async point => {
    const sent: unknown[] = []
    let at: string | undefined
    const reach = async (what: string) => {
      if (what !== point || at) return
      at = what
      await kernel.use(connection).switchNetwork('tally:side')
    }
    const change = {
      transfers: {
        async prepare({ to, amount, network }) {
          await reach(phase().name === 'checking' && performance.now() > later ? 'an old review is prepared anew' : 'the transfer is prepared')
          return { draft: tallyTransfer().draft(network, { to, marks: BigInt(amount) }), fee: { kind: 'native', amount: 1n }, amount: BigInt(amount) }
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
    const { kernel, form, phase } = await start({ plugins: [instead(change), nameService(resolve)] })
    await form.begin()
    await reach('the form is open')
    await form.setRecipient('bob.tally')
    await form.setAmount('5')
    await reach('the amount is typed')
    await form.review()
    await reach('the review is read')
    const clock = point === 'an old review is prepared anew' ? vi.spyOn(performance, 'now').mockReturnValue(later + 60_000) : undefined
    await form.confirm()
    clock?.mockRestore()
    await reach('it was sent')
    expect(at).toBe(point)
    expect(sent).toEqual(point === 'the wallet is asked' || point === 'it was sent' ? ['tally:main'] : [])
  })

  it('says what is missing in the chain’s own words, without a toast', async () => {
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

  it('[S8.08] [S8.38] that could not be prepared says "Something went wrong", and keeps what was typed', async () => {
    const { form, state, phase, said, events } = await start({
      plugins: [instead({ transfers: { prepare: () => Promise.reject(new TypeError('Failed to fetch')) } })],
    })
    await form.begin({ to: 't_bob', amount: '5' })
    await form.review()
    expect(phase()).toMatchObject({ name: 'editing', problem: { id: 'send.problem.reason' } })
    expect(state()).toMatchObject({ to: 't_bob', sendTokenAmount: '5' })
    expect(said()).toEqual(['send.error.prepare'])
    expect(events).toContain('SEND_ERROR')
  })
})

describe('the wallet', () => {
  it('[R23] is asked once, however often somebody clicks', async () => {
    const { form, wallet, ledger } = await reviewed()
    await Promise.all(Array.from({ length: 20 }, () => form.confirm()))
    expect(wallet.requests.filter(request => request === 'send')).toHaveLength(1)
    expect(ledger).toHaveLength(1)
  })

  it('[S8.09] that declines is no failure: nothing was sent, no toast, and it can be asked again', async () => {
    const { form, wallet, phase, said, events, ledger } = await reviewed()
    wallet.policy = 'decline'
    await form.confirm()
    expect(phase()).toMatchObject({ name: 'review', problem: { id: 'send.problem.declined', values: { wallet: 'Tally Wallet' } } })
    expect(said().filter(id => id !== 'send.error.failed')).toEqual([])
    expect(events).toEqual(['OPEN_SEND', 'SEND_INITIATED', 'SEND_REJECTED'])
    wallet.policy = 'approve'
    await form.confirm()
    expect(ledger).toHaveLength(1)
  })

  it('[S8.09] [S8.38] or the chain that refuses says "Failed to send transaction. Please try again.", and why', async () => {
    const { form, phase, said, events } = await reviewed({
      plugins: [instead({ transactions: { send: () => Promise.reject(Object.assign(new TypeError('nonce too low'), { code: -32000 })) } })],
    })
    await form.confirm()
    expect(phase()).toMatchObject({ name: 'review', problem: { id: 'send.problem.reason', values: { reason: 'nonce too low' } } })
    expect(said()).toEqual(['send.error.failed'])
    expect(events).toContain('SEND_ERROR')
  })

  it('that answers after nobody waited any more is followed all the same: nobody loses sight of money', async () => {
    const { form, wallet, kernel, phase } = await reviewed({ wallet: { policy: 'approve' } })
    wallet.policy = 'ask'
    const confirming = form.confirm()
    await asked(wallet)
    await form.edit()
    expect(phase()).toEqual({ name: 'editing' })
    await form.setAmount('7')
    wallet.approve()
    await confirming
    await vi.waitUntil(() => sentTransfers(kernel)[0]?.status === 'confirmed')
    expect(kernel.state(sendSlice).sendTokenAmount).toBe('7')
  })

  it('that sends after nobody waited any more leaves nothing in the form to be sent twice', async () => {
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

  it('is asked for what is on screen: what is typed meanwhile changes nothing', async () => {
    const { form, wallet, state, ledger } = await reviewed()
    wallet.policy = 'ask'
    const confirming = form.confirm()
    await asked(wallet)
    await Promise.all([form.setAmount('99'), form.setRecipient('t_eve'), form.setMax(), form.setSpeed('fast'), form.begin({ to: 't_eve' })])
    expect(state()).toMatchObject({ sendTokenAmount: '5', to: 't_bob', speed: 'normal' })
    wallet.approve()
    await confirming
    expect(ledger).toEqual([{ from: 't_ada', to: 't_bob', marks: 5n }])
  })
})

describe('the form', () => {
  it('[S4.46] is empty after a disconnect, and what was under way is still known', async () => {
    const { form, kernel, state } = await reviewed()
    await kernel.use(connection).disconnect()
    expect(state()).toEqual(sendSlice.initial())
    await form.confirm()
    expect(sentTransfers(kernel)).toEqual([])
  })
  it('[S4.57] is empty after a switch of the network', async () => {
    const { kernel, state } = await reviewed()
    await kernel.use(connection).switchNetwork('tally:side')
    expect(state()).toEqual(sendSlice.initial())
  })
  it('takes everything that can be sent, less the fee, and says how much that is; a digit more is an amount of its own', async () => {
    const { form, state, phase } = await start()
    await form.begin()
    await form.setMax()
    expect(state()).toMatchObject({ max: 'on', sendTokenAmount: '99' })
    await form.setRecipient('t_bob')
    await form.review()
    expect(phase()).toMatchObject({ review: { amount: 99n } })
    await form.edit()
    await form.setAmount('98')
    expect(state().max).toBe('off')
  })
  it('[R22] says what everything comes to also when the recipient is typed, or the review is asked for, meanwhile', async () => {
    const answers: (() => void)[] = []
    const slow = instead({
      transfers: {
        prepare: ({ to, amount }) =>
          new Promise(resolve =>
            answers.push(() =>
              resolve({
                draft: tallyTransfer().draft('tally:main', { to, marks: amount === 'max' ? 99n : amount }),
                fee: { kind: 'native', amount: 1n },
                amount: amount === 'max' ? 99n : amount,
              }),
            ),
          ),
      },
    })
    const { form, state, phase } = await start({ plugins: [slow] })
    await form.begin()
    await form.setAmount('5')
    const max = form.setMax()
    await vi.waitUntil(() => answers.length === 1)
    await form.setRecipient('t_bob')
    const review = form.review()
    answers[0]?.()
    await max
    expect(state()).toMatchObject({ max: 'on', sendTokenAmount: '99' })
    await vi.waitUntil(() => answers.length === 2)
    answers[1]?.()
    await review
    expect(phase()).toMatchObject({ name: 'review', review: { amount: 99n } })

    await form.edit()
    const late = form.setMax()
    await vi.waitUntil(() => answers.length === 3)
    await form.setAmount('7')
    answers[2]?.()
    await late
    expect(state()).toMatchObject({ max: 'off', sendTokenAmount: '7' })
  })
  it('that cannot be reckoned is said, and nothing is reviewed instead', async () => {
    let refuse: () => void = () => undefined
    const prepare = () => new Promise<never>((_, reject) => (refuse = () => reject(new TransferError('TRANSFER_FEE', message('test.fee', 'no fee')))))
    const { form, state, phase } = await start({ plugins: [instead({ transfers: { prepare } })] })
    await form.begin({ to: 't_bob', amount: '5' })
    const max = form.setMax()
    const review = form.review()
    await new Promise(resolve => setTimeout(resolve))
    refuse()
    await Promise.all([max, review])
    expect(state().max).toBe('off')
    expect(phase()).toMatchObject({ name: 'editing', problem: { id: 'test.fee' } })
  })
  it('asks again with another speed, and shows what was there meanwhile', async () => {
    const speeds: unknown[] = []
    const { form, phase, kernel } = await reviewed({
      plugins: [
        instead({
          transfers: {
            async prepare({ to, speed }) {
              speeds.push(speed)
              return { draft: tallyTransfer().draft('tally:main', { to, marks: 5n }), fee: { kind: 'native', amount: speed === 'fast' ? 3n : 1n }, amount: 5n }
            },
          },
        }),
      ],
    })
    const meanwhile: unknown[] = []
    kernel.subscribe(() => phase().name === 'checking' && meanwhile.push(phase()))
    await form.setSpeed('fast')
    expect(meanwhile).toMatchObject([{ review: { fee: { amount: 1n } } }])
    expect(phase()).toMatchObject({ name: 'review', review: { fee: { amount: 3n } } })
    expect(speeds).toEqual(['normal', 'fast'])
  })
  it('shows a fee that grew while somebody thought about it, before anybody signs', async () => {
    let fee = 1n
    const { form, phase, wallet } = await reviewed({
      plugins: [
        instead({
          transfers: {
            prepare: async ({ to }) => ({ draft: tallyTransfer().draft('tally:main', { to, marks: 5n }), fee: { kind: 'native', amount: fee }, amount: 5n }),
          },
        }),
      ],
    })
    fee = 2n
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
    await form.confirm()
    expect(phase()).toMatchObject({ name: 'review', review: { fee: { amount: 2n } }, problem: { id: 'send.problem.changed' } })
    expect(wallet.requests).not.toContain('send')
    await form.confirm()
    clock.mockRestore()
    expect(wallet.requests).toContain('send')
  })
  it('shows a warning that came while somebody thought about it, before anybody signs', async () => {
    const warnings: ReturnType<typeof message>[] = []
    const { form, phase, wallet } = await reviewed({
      plugins: [
        instead({
          transfers: {
            prepare: async ({ to }) => ({
              draft: tallyTransfer().draft('tally:main', { to, marks: 5n }),
              fee: { kind: 'native', amount: 1n },
              amount: 5n,
              warnings: [...warnings],
            }),
          },
        }),
      ],
    })
    warnings.push(message('test.closing', 'This closes your account.'))
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
    await form.confirm()
    clock.mockRestore()
    expect(phase()).toMatchObject({ name: 'review', review: { warnings: [{ id: 'test.closing' }] }, problem: { id: 'send.problem.changed' } })
    expect(wallet.requests).not.toContain('send')
  })
  it('shows a warning that took the place of another while somebody thought about it, before anybody signs', async () => {
    let warning = message('test.new', 'Nobody has used this address before.')
    const { form, phase, wallet } = await reviewed({
      plugins: [
        instead({
          transfers: {
            prepare: async ({ to }) => ({
              draft: tallyTransfer().draft('tally:main', { to, marks: 5n }),
              fee: { kind: 'native', amount: 1n },
              amount: 5n,
              warnings: [warning],
            }),
          },
        }),
      ],
    })
    warning = message('test.closing', 'This closes your account.')
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
    await form.confirm()
    clock.mockRestore()
    expect(phase()).toMatchObject({ name: 'review', problem: { id: 'send.problem.changed' } })
    expect(wallet.requests).not.toContain('send')
  })
  it('[R22] has no price of another currency than the one that is chosen, whenever the answer comes', async () => {
    const asked: string[] = []
    let resolve: (() => void) | undefined
    const priced = definePlugin({
      id: 'test/priced',
      owns: [currencySlice],
      setup(context) {
        choose = code => context.update(currencySlice, state => void Object.assign(state, { code }))
        const answer = async ({ currency }: { readonly currency: string }) => {
          asked.push(currency)
          if (asked.length === 2) await new Promise<void>(go => (resolve = go))
          return [{ token: mark, amount: 9n, price: currency === 'usd' ? '2' : '3', value: currency === 'usd' ? '18' : '27' }]
        }
        context.handle(tokenBalances, answer, { id: 'priced' })
      },
    })
    let choose: (code: string) => void = () => undefined
    const { form, state, kernel } = await start({ plugins: [priced] })
    const prices = () => state().holdings.balances.map(({ price, value }) => [price, value])
    await form.begin()
    expect(prices()).toEqual([['2', '18']])
    choose('eur')
    expect(prices()).toEqual([[undefined, undefined]])
    const late = form.begin()
    await vi.waitUntil(() => resolve)
    choose('usd')
    resolve?.()
    await late
    expect(prices(), 'euros are no dollars').toEqual([[undefined, undefined]])
    kernel.views.push(sendView, {})
    await form.begin()
    expect(prices()).toEqual([['2', '18']])
    choose('eur')
    await vi.waitUntil(() => prices()[0]?.[0] === '3')
    expect(asked.at(-1)).toBe('eur')
  })
  it('[R7] offers nothing of which the figures make no sense, whoever answers', async () => {
    const answer = [
      null,
      { token: mark, amount: 9n, price: 'NaN', value: '1e3' },
      { token: { ...mark, asset: 'tally:main/coin:a', decimals: '6' }, amount: 5n },
      { token: { ...mark, asset: 'tally:main/coin:b', decimals: 1.5 }, amount: 5n },
      { token: null, amount: 5n },
      { token: mark, amount: '5' },
    ]
    const odd = definePlugin({
      id: 'test/odd',
      setup: context => void context.handle(tokenBalances, async () => answer as unknown as Holding[], { id: 'odd' }),
    })
    const { form, state } = await start({ plugins: [odd] })
    await form.begin()
    expect(state().holdings).toMatchObject({ name: 'known', balances: [{ token: mark, amount: 9n }] })
    expect(state().holdings.balances[0]).toEqual({ token: mark, amount: 9n })
  })
  it('is reviewed again after a step back in the header, with what was typed', async () => {
    const { form, phase } = await reviewed()
    await form.review()
    expect(phase()).toMatchObject({ name: 'review', review: { amount: 5n } })
  })
  it('takes what it was opened with once: not again when it comes back from the list of tokens', async () => {
    const { form, state } = await start()
    const params = { to: 't_bob', amount: '5' }
    await form.begin(params)
    await form.setAmount('7')
    await form.begin(params)
    expect(state()).toMatchObject({ to: 't_bob', sendTokenAmount: '7' })
    await form.begin({ ...params })
    expect(state()).toMatchObject({ sendTokenAmount: '5' })
  })
  it('has no button where the chain cannot send', async () => {
    const kernel = await createTestKernel({ plugins: [send()] })
    expect(kernel.items(accountActions)).toEqual([])
    kernel.dispose()
  })
})

describe('the recipient', () => {
  it.each([
    ['nonsense', 'hello', 'address.error.malformed'],
    ['a name that nobody has', 'nobody.tally', 'send.problem.unknownName'],
  ])('is refused for %s', async (_, text, id) => {
    const { form, state } = await start({ plugins: [nameService(async () => undefined)] })
    await form.setRecipient(text)
    expect(state().recipient).toMatchObject({ name: 'refused', problem: { id } })
  })

  it('of another chain is refused, and the chain is named', async () => {
    const elsewhere = definePlugin({
      id: 'chain/elsewhere',
      setup(context) {
        context.contribute(chains, { id: 'else', name: 'Elsewhere', networks: [tallyNetwork('main', 'else')] })
        context.offer(addresses, 'else', { looksLike: text => text.startsWith('e_'), parse: async address => ({ address }), shorten: address => address })
      },
    })
    const { form, state } = await start({ plugins: [elsewhere] })
    await form.setRecipient('e_bob')
    expect(state().recipient).toMatchObject({
      name: 'refused',
      problem: { id: 'send.problem.chain', values: { chain: 'Elsewhere', network: 'Tally main' } },
    })
  })

  it('[S18] what looks like a private key is erased, and said', async () => {
    const keys = definePlugin({
      id: 'test/keys',
      setup: context =>
        void context.offer(addresses, 'tally:main', {
          looksLike: () => false,
          parse: () => Promise.reject(new AddressError('ADDRESS_IS_SECRET')),
          shorten: address => address,
        }),
    })
    const { form, state } = await start({ plugins: [keys] })
    await form.setRecipient('ab'.repeat(32))
    expect(state()).toMatchObject({ to: '', recipient: { name: 'refused', problem: { id: 'address.error.secret' } } })
  })

  it('[D22] is warned of where the chain warns, and the review says it again', async () => {
    const warning = message('tally.program', 'This address belongs to a program.')
    const programs = definePlugin({
      id: 'test/programs',
      setup: context =>
        void context.offer(addresses, 'tally:main', { looksLike: () => true, parse: async address => ({ address, warning }), shorten: address => address }),
    })
    const { phase } = await reviewed({ plugins: [programs] })
    expect(phase()).toMatchObject({ review: { warnings: [warning] } })
  })

  it('is refused where it is that of the token itself, in any capitals: what is sent there is lost', async () => {
    const contracts = definePlugin({
      id: 'test/contracts',
      setup: context =>
        void context.offer(addresses, 'tally:main', { looksLike: () => true, parse: async address => ({ address }), shorten: address => address }),
    })
    const { form, phase } = await start({ plugins: [contracts] })
    await form.begin({ to: 'TOKEN', amount: '5', token: { ...mark, asset: 'tally:main/coin:token' } })
    await form.review()
    expect(phase()).toMatchObject({ name: 'editing', problem: { id: 'send.problem.contract' } })
    await form.setRecipient('another')
    await form.review()
    expect(phase()).not.toMatchObject({ problem: { id: 'send.problem.contract' } })
  })

  it('[D28] is who a name service says, and its own address warns', async () => {
    const { form, state } = await start({ plugins: [nameService(async name => (name === 'me.tally' ? 't_ada' : 't_bob'))] })
    await form.setRecipient('bob.tally')
    expect(state().recipient).toMatchObject({ name: 'known', address: 't_bob', profile: { name: 'bob.tally' }, warnings: [] })
    await form.setRecipient('me.tally')
    expect(state().recipient).toMatchObject({ name: 'known', address: 't_ada', warnings: [{ id: 'send.warning.self' }] })
  })

  it('[R22] is that of the last text, whichever answer comes first', async () => {
    const answers = new Map<string, (address: string) => void>()
    const { form, state } = await start({ plugins: [nameService(name => new Promise(resolve => answers.set(name, resolve)))] })
    const first = form.setRecipient('first.tally')
    await vi.waitUntil(() => answers.has('first.tally'))
    const second = form.setRecipient('second.tally')
    await vi.waitUntil(() => answers.has('second.tally'))
    answers.get('second.tally')?.('t_two')
    await second
    answers.get('first.tally')?.('t_one')
    await first
    expect(state()).toMatchObject({ to: 'second.tally', recipient: { address: 't_two' } })
  })

  const interleavings = async (numRuns: number, ...counts: number[]) => {
    const waiting: { readonly text: string; answer(): void }[] = []
    const slow = definePlugin({
      id: 'test/slow',
      setup: context =>
        void context.offer(addresses, 'tally:main', {
          looksLike: () => true,
          parse: text => new Promise(resolve => waiting.push({ text, answer: () => resolve({ address: text }) })),
          shorten: address => address,
        }),
    })
    const { form, state } = await start({ plugins: [slow] })
    const order = fc.constantFrom(...counts).chain(count =>
      fc.shuffledSubarray(
        Array.from({ length: count }, (_, at) => at),
        { minLength: count },
      ),
    )
    await fc.assert(
      fc.asyncProperty(order, async places => {
        waiting.length = 0
        const typing = places.map((_, at) => form.setRecipient(`t_${at}`))
        while (waiting.length < places.length) await Promise.resolve()
        for (const place of places) waiting[place]?.answer()
        await Promise.all(typing)
        expect(state()).toMatchObject({ to: `t_${places.length - 1}`, recipient: { name: 'known', address: `t_${places.length - 1}` } })
      }),
      { numRuns },
    )
  }
  it('[R22] is never another one than that of the last text, whichever answers come first', () => interleavings(100, 2, 6, 10))
  it('[R22] is never another one than that of the last text over 10,000 sequences of texts, their answers in any order', { tags: 'thorough' }, () =>
    interleavings(10_000, 2, 3),
  )

  it('[R22] nor does a refusal that comes late: an address of elsewhere, looked up after another was typed', async () => {
    const parsing: (() => void)[] = []
    const elsewhere = definePlugin({
      id: 'test/elsewhere',
      setup: context =>
        void context.offer(addresses, 'other:main', {
          looksLike: text => text.startsWith('o_'),
          parse: address => new Promise(resolve => parsing.push(() => resolve({ address }))),
          shorten: address => address,
        }),
    })
    const { form, state } = await start({ plugins: [elsewhere] })
    const first = form.setRecipient('o_ada')
    await vi.waitUntil(() => parsing.length === 1)
    await form.setRecipient('t_bob')
    parsing[0]?.()
    await first
    expect(state()).toMatchObject({ to: 't_bob', recipient: { name: 'known', address: 't_bob' } })
  })

  it('a name service that is down is said, and takes nothing of what was typed', async () => {
    const { form, state } = await start({ plugins: [nameService(() => Promise.reject(new TypeError('down')))] })
    await form.setRecipient('bob.tally')
    expect(state()).toMatchObject({ to: 'bob.tally', recipient: { name: 'refused', problem: { id: 'send.problem.name' } } })
  })
})

describe('a history that strangers have written into', () => {
  const entry = (at: number, sentFrom: string, sentTo: string, direction: 'in' | 'out', numeric: string): ActivityEntry => ({
    id: String(at),
    metadata: { minedAt: '2026-01-01T00:00:00Z', chain: 'tally:main', operationType: 'send', status: 'confirmed', sentFrom, sentTo },
    transfers: [{ direction, quantity: { numeric } }],
  })
  const history = (entries: readonly ActivityEntry[]): Plugin =>
    definePlugin({ id: 'test/history', setup: context => void context.offer(activity, 'tally:main', { page: async () => ({ entries }) }) })
  const friend = 't_abcdefghijklmnopq'
  const forged = 't_abcxxxxxxxxxxxopq'

  it('[S17] [D28b] an address that only looks like one that was paid is warned of', async () => {
    const { form, state } = await start({ plugins: [history([entry(1, 't_ada', friend, 'out', '5')])] })
    await form.setRecipient(forged)
    expect(state().recipient).toMatchObject({ name: 'known', resembles: friend, warnings: [{ id: 'send.warning.lookAlike' }] })
    await form.setRecipient(friend)
    expect(state().recipient).toMatchObject({ name: 'known', warnings: [] })
  })

  it('[S17] thousand transfers of nothing suggest nobody, and make no stranger known', async () => {
    const poison = Array.from({ length: 1_000 }, (_, at) =>
      entry(at, at % 2 ? 't_ada' : forged, at % 2 ? forged : 't_ada', at % 2 ? 'out' : 'in', at % 2 ? '0.000' : '7'),
    )
    const { form, state, kernel } = await start({ plugins: [history(poison)] })
    expect(recents(kernel, 'tally:main')).toEqual([])
    await form.setRecipient(friend)
    expect(state().recipient).toMatchObject({ name: 'known', warnings: [] })
  })
})

describe('what was sent', () => {
  it.each([
    [{ status: 'failed' }, 'send.error.reverted'],
    [{ status: 'expired' }, 'send.error.reverted'],
    [{ status: 'replaced', by: 'tally:main#2' }, 'send.error.replaced'],
  ] as const satisfies readonly (readonly [TransactionOutcome, string])[])('[R19] is never said to have arrived when it was %o', async (outcome, sentence) => {
    const { form, kernel, said } = await reviewed({ plugins: [instead({ transactions: { confirm: async () => outcome } })] })
    await form.confirm()
    await vi.waitUntil(() => sentTransfers(kernel)[0]?.status === outcome.status)
    expect(sentTransfers(kernel)).toMatchObject([outcome])
    expect(said()).toEqual(['send.toast.started', sentence])
    expect(recents(kernel, 'tally:main')).toEqual([])
  })

  it('is told without its amount, long after, to who hides amounts', async () => {
    const hides = definePlugin({
      id: 'test/hides',
      owns: [preferencesSlice],
      setup: context => context.update(preferencesSlice, state => void Object.assign(state, { hidesAmounts: true })),
    })
    const { form, kernel } = await reviewed({ plugins: [hides] })
    await form.confirm()
    const [transfer] = await vi.waitUntil(() => sentTransfers(kernel).length > 0 && sentTransfers(kernel))
    expect(transfer && arrivalOf(kernel, transfer)).toMatchObject({ id: 'send.toast.sent', values: { amount: '••••', symbol: 'MRK' } })
  })

  it('[R19] is under way again when a reorganisation takes it out of its block, and has arrived when another block has it', async () => {
    let changed: OutcomeChanged = () => undefined
    const confirm: Transactions['confirm'] = async (_hash, _network, _signal, listener) => {
      changed = listener ?? changed
      return { status: 'confirmed' }
    }
    const { form, kernel, said } = await reviewed({ plugins: [instead({ transactions: { confirm } })] })
    const heard: string[] = []
    kernel.on(transactionSettled, ({ outcome }) => void heard.push(outcome.status))
    kernel.on(transactionUndone, () => void heard.push('undone'))
    await form.confirm()
    await vi.waitUntil(() => sentTransfers(kernel)[0]?.status === 'confirmed')
    await form.acknowledge({ hash: 'tally:main#1', network: 'tally:main' })
    expect(recents(kernel, 'tally:main')).toHaveLength(1)

    changed(undefined)
    changed(undefined)
    expect(sentTransfers(kernel)).toMatchObject([{ status: 'pending', seen: false }])
    expect(recents(kernel, 'tally:main')).toEqual([])
    changed({ status: 'confirmed' })
    expect(sentTransfers(kernel)).toMatchObject([{ status: 'confirmed', seen: false }])
    expect(heard).toEqual(['confirmed', 'undone', 'confirmed'])
    expect(said()).toEqual(['send.toast.started', 'send.toast.sent', 'send.error.undone', 'send.toast.sent'])
  })

  it('[S9.10] is not asked about while the modal is closed, at once when it is opened; what became of it meanwhile is said then', async () => {
    let looks = 0
    const confirm: Transactions['confirm'] = async (_hash, _network, signal, _changed, turn) => {
      for (; looks < 3; looks++) await turn?.(signal)
      return { status: 'confirmed' }
    }
    const { form, kernel, said } = await reviewed({ plugins: [instead({ transactions: { confirm } })] })
    await form.confirm()
    await vi.waitUntil(() => sentTransfers(kernel)[0]?.status === 'pending')
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(looks).toBe(0)
    kernel.use(shell).open()
    await vi.waitUntil(() => sentTransfers(kernel)[0]?.status === 'confirmed')
    expect(said()).toContain('send.toast.sent')
  })

  it('[R5] is said to have no answer where the network gives none for long, is nobody to pay again, and is asked about when the modal is opened the next time', async () => {
    let isDown = true
    const confirm: Transactions['confirm'] = async () => {
      if (isDown) throw new ChainError('CHAIN_UNAVAILABLE')
      return { status: 'confirmed' }
    }
    const { form, kernel } = await reviewed({ plugins: [instead({ transactions: { confirm } })] })
    kernel.use(shell).open()
    await form.confirm()
    await vi.waitUntil(() => sentTransfers(kernel)[0]?.status === 'unknown')
    expect(sentTransfers(kernel)).toMatchObject([{ seen: false }])
    expect(recents(kernel, 'tally:main')).toEqual([])
    isDown = false
    kernel.use(shell).close()
    kernel.use(shell).open()
    await vi.waitUntil(() => sentTransfers(kernel)[0]?.status === 'confirmed')
    expect(kernel.reported).toEqual([])
  })

  it('survives a reload: the account says it is under way, and it is followed once the wallet is back', async () => {
    const storage = memoryStorage()
    const first = await reviewed({ storage, plugins: [instead({ transactions: { confirm: () => new Promise(() => undefined) } })] })
    await first.form.confirm()
    expect(sentTransfers(first.kernel)).toMatchObject([{ status: 'pending' }])
    first.kernel.dispose()

    const again = await createTestKernel({
      plugins: [
        tally({ ledger: first.ledger, wallets: [tallyWallet()] }),
        instead({ transactions: { confirm: async () => ({ status: 'confirmed' }) } }),
        send(),
      ],
      storage,
    })
    expect(sentTransfers(again)).toMatchObject([{ status: 'pending', to: 't_bob' }])
    expect(again.items(accountParts).map(({ id }) => id)).toContain('send')
    await again.use(connection).discover()
    await again.use(connection).connect('tally:org.tally.tally-wallet')
    await vi.waitUntil(() => sentTransfers(again)[0]?.status === 'confirmed')
    await again.use(sendService).acknowledge({ hash: 'tally:main#1', network: 'tally:main' })
    expect(again.items(accountParts).map(({ id }) => id)).not.toContain('send')
    expect(Object.keys(again.state(session).connections)).toHaveLength(1)
    again.dispose()
  })
})
