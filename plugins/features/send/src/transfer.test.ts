import type { PreparedTransfer, TransferIntent, Transfers } from '@portico/kernel/capabilities'
import { type Token, TransferError } from '@portico/kernel/chain'
import { connectionService, transactionSettledEvent } from '@portico/kernel/session'
import { tallyTransfer, testFeaturePlugin } from '@portico/kernel/testing'
import { message } from '@portico/kernel/text'
import { describe, expect, it, vi } from 'vitest'
import { transactions as transactionsPlugin } from '../../../base/transactions/src/index.js'
import { instead, mark, nameService, reviewed, start, until } from '../test/bench.js'
import { send, sendService, sentTransfers } from './index.js'
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
      review: { amount: 5n, outgoing: 5n, fee: { kind: 'native', amount: 1n } },
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
    'the wallet prompts',
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
            await reach('the wallet prompts')
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
        point === 'the wallet prompts' || point === 'it was sent' ? ['tally:main'] : [],
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
