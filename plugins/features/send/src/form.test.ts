import { definePlugin } from '@portico/kernel'
import { accountActionsSlot } from '@portico/kernel/account'
import { currencySlice, type Holding, tokenBalancesEndpoint } from '@portico/kernel/backend'
import { TransferError } from '@portico/kernel/chain'
import { connectionService } from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import { createTestKernel, tallyTransfer } from '@portico/kernel/testing'
import { type Message, message } from '@portico/kernel/text'
import { describe, expect, it, vi } from 'vitest'
import { transactions as transactionsPlugin } from '../../../base/transactions/src/index.js'
import { instead, mark, reviewed, start, until } from '../test/bench.js'
import { send, sendSlice, sendView, sentTransfers } from './index.js'

describe('the form', () => {
  it('[S4.46] the send form is empty after a disconnect, and confirming it then sends nothing', async () => {
    const { form, kernel, state } = await reviewed()
    await kernel.use(connectionService).disconnect()
    expect(state()).toEqual(sendSlice.initial())
    await form.confirm()
    expect(sentTransfers(kernel)).toEqual([])
  })
  it('[S4.57] the send form is empty after a network switch, and says that the network was switched', async () => {
    const { kernel, state } = await reviewed()
    await kernel.use(connectionService).switchNetwork('tally:side')
    expect(state()).toEqual({
      ...sendSlice.initial(),
      phase: { name: 'editing', problem: expect.objectContaining({ id: 'send.problem.switched' }) },
    })
  })
  it('Max sets the amount to the balance less the fee, and typing another amount turns Max off', async () => {
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
  it('[R22] Max keeps its amount when a recipient is typed or a review starts in the meantime, and yields to a typed amount', async () => {
    const answers: (() => void)[] = []
    const slow = instead({
      transfers: {
        prepare: ({ to, amount }) =>
          new Promise(resolve =>
            answers.push(() =>
              resolve({
                draft: tallyTransfer().draft('tally:main', {
                  to,
                  marks: amount === 'max' ? 99n : amount,
                }),
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
    await until(() => answers.length === 1)
    await form.setRecipient('t_bob')
    const review = form.review()
    answers[0]?.()
    await max
    expect(state()).toMatchObject({ max: 'on', sendTokenAmount: '99' })
    await until(() => answers.length === 2)
    answers[1]?.()
    await review
    expect(phase()).toMatchObject({ name: 'review', review: { amount: 99n } })

    await form.edit()
    const late = form.setMax()
    await until(() => answers.length === 3)
    await form.setAmount('7')
    answers[2]?.()
    await late
    expect(state()).toMatchObject({ max: 'off', sendTokenAmount: '7' })
  })
  it('Max that cannot be computed shows the reason, and no review opens', async () => {
    let refuse: () => void = () => undefined
    const prepare = () =>
      new Promise<never>(
        (_, reject) =>
          (refuse = () => reject(new TransferError('TRANSFER_FEE', message('test.fee', 'no fee')))),
      )
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
  it('another speed prepares the review again, and the previous review stays visible until then', async () => {
    const speeds: unknown[] = []
    const { form, phase, kernel } = await reviewed({
      plugins: [
        instead({
          transfers: {
            async prepare({ to, speed }) {
              speeds.push(speed)
              return {
                draft: tallyTransfer().draft('tally:main', { to, marks: 5n }),
                fee: { kind: 'native', amount: speed === 'fast' ? 3n : 1n },
                amount: 5n,
              }
            },
          },
        }),
      ],
    })
    const whileChecking: unknown[] = []
    kernel.subscribe(() => phase().name === 'checking' && whileChecking.push(phase()))
    await form.setSpeed('fast')
    expect(whileChecking).toMatchObject([{ review: { fee: { amount: 1n } } }])
    expect(phase()).toMatchObject({ name: 'review', review: { fee: { amount: 3n } } })
    expect(speeds).toEqual(['normal', 'fast'])
  })
  it.each([
    [undefined, []],
    [
      ['slow', 'normal', 'fast'],
      ['slow', 'normal', 'fast'],
    ],
    [
      ['fast', 'normal'],
      ['normal', 'fast'],
    ],
    [[], []],
    [['warp'], []],
  ])(
    'the review of a chain that knows the speeds %j offers the speeds %j',
    async (speeds, offered) => {
      const prepare = async ({ to }: { readonly to: string }) => ({
        draft: tallyTransfer().draft('tally:main', { to, marks: 5n }),
        fee: { kind: 'native' as const, amount: 1n },
        amount: 5n,
        ...(speeds && { speeds: speeds as ('normal' | 'fast')[] }),
      })
      const { phase } = await reviewed({ plugins: [instead({ transfers: { prepare } })] })
      expect(phase()).toMatchObject({ review: { speeds: offered } })
    },
  )
  it('a fee that grew since the review is shown before the wallet prompt', async () => {
    let fee = 1n
    const { form, phase, wallet } = await reviewed({
      plugins: [
        instead({
          transfers: {
            prepare: async ({ to }) => ({
              draft: tallyTransfer().draft('tally:main', { to, marks: 5n }),
              fee: { kind: 'native', amount: fee },
              amount: 5n,
            }),
          },
        }),
      ],
    })
    fee = 2n
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
    await form.confirm()
    expect(phase()).toMatchObject({
      name: 'review',
      review: { fee: { amount: 2n } },
      problem: { id: 'send.problem.changed' },
    })
    expect(wallet.requests).not.toContain('send')
    await form.confirm()
    clock.mockRestore()
    expect(wallet.requests).toContain('send')
  })
  it('a warning that appeared since the review is shown before the wallet prompt', async () => {
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
    expect(phase()).toMatchObject({
      name: 'review',
      review: { warnings: [{ id: 'test.closing' }] },
      problem: { id: 'send.problem.changed' },
    })
    expect(wallet.requests).not.toContain('send')
  })
  it('a warning that replaced another one since the review is shown before the wallet prompt', async () => {
    let warning: Message = message('test.new', 'This address has never been used.')
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
  it('[R22] the form shows no price in another currency than the chosen one, whenever the answer comes', async () => {
    const requested: string[] = []
    let resolve: (() => void) | undefined
    const priced = definePlugin({
      id: 'test/priced',
      owns: [currencySlice],
      setup(context) {
        choose = code => context.update(currencySlice, state => void Object.assign(state, { code }))
        const answer = async ({ currency }: { readonly currency: string }) => {
          requested.push(currency)
          if (requested.length === 2) await new Promise<void>(go => (resolve = go))
          return [
            {
              token: mark,
              amount: 9n,
              price: currency === 'usd' ? '2' : '3',
              value: currency === 'usd' ? '18' : '27',
            },
          ]
        }
        context.handle(tokenBalancesEndpoint, answer, { id: 'priced' })
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
    await until(() => resolve)
    choose('usd')
    resolve?.()
    await late
    expect(prices(), 'euros are no dollars').toEqual([[undefined, undefined]])
    kernel.views.push(sendView, {})
    await form.begin()
    expect(prices()).toEqual([['2', '18']])
    choose('eur')
    await until(() => prices()[0]?.[0] === '3')
    expect(requested.at(-1)).toBe('eur')
  })
  it('the form lists the tokens of the account in its own order, in whichever order the answer has them', async () => {
    const coin = (symbol: string, value?: string): Holding => ({
      token: { ...mark, asset: `tally:main/coin:${symbol}`, symbol },
      amount: 5n,
      ...(value && { value }),
    })
    const warned = definePlugin({
      id: 'test/warned',
      setup: context =>
        void context.handle(
          tokenBalancesEndpoint,
          async () => [
            coin('AAA'),
            coin('SLV', '1'),
            coin('GLD', '2'),
            { token: mark, amount: 9n },
          ],
          { id: 'warned' },
        ),
    })
    const { form, state } = await start({ plugins: [warned] })
    await form.begin()
    expect(state().holdings.balances.map(({ token }) => token.symbol)).toEqual([
      mark.symbol,
      'GLD',
      'SLV',
      'AAA',
    ])
  })
  it('[R7] the form drops balances with malformed figures, whichever plugin answers', async () => {
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
      setup: context =>
        void context.handle(tokenBalancesEndpoint, async () => answer as unknown as Holding[], {
          id: 'odd',
        }),
    })
    const { form, state } = await start({ plugins: [odd] })
    await form.begin()
    expect(state().holdings).toMatchObject({
      name: 'known',
      balances: [{ token: mark, amount: 9n }],
    })
    expect(state().holdings.balances[0]).toEqual({ token: mark, amount: 9n })
  })
  it('the form is reviewed again with the same input after a step back in the header', async () => {
    const { form, phase } = await reviewed()
    await form.review()
    expect(phase()).toMatchObject({ name: 'review', review: { amount: 5n } })
  })
  it('the form applies its parameters once until the modal closes, and not again when the list of tokens leads back to it', async () => {
    const { form, state, kernel } = await start()
    const params = { to: 't_bob', amount: '5' }
    await form.begin(params)
    await form.setAmount('7')
    await form.begin(params)
    expect(state()).toMatchObject({ to: 't_bob', sendTokenAmount: '7' })
    await form.begin({ ...params })
    expect(state()).toMatchObject({ sendTokenAmount: '5' })
    await form.setAmount('7')
    kernel.use(shellService).open()
    kernel.use(shellService).close()
    await form.begin(params)
    expect(state()).toMatchObject({ sendTokenAmount: '5' })
  })
  it('the account has no Send button when the chain cannot send', async () => {
    const kernel = await createTestKernel({ plugins: [transactionsPlugin(), send()] })
    expect(kernel.items(accountActionsSlot)).toEqual([])
    kernel.dispose()
  })
})
