import { activeAccount, type Holding, type TransactionOutcome, tokenBalances, transactions, transfers } from '@portico/kernel/contracts'
import { mainnet } from '@portico/plugin-eip155'
import { type SendParams, send, sendPreviewView, sendReceiptView, sendSelectTokenView, sendService, sendSlice, sendView } from '@portico/plugin-send'
import { definePlugin, type Plugin } from '@portico/sdk'
import type { Chapter, Entry } from '../entry.js'
import { longNames } from '../names.js'
import { type Setting, type Stage, shadow } from '../stage.js'

const network = mainnet.caipNetworkId
const never = () => new Promise<never>(() => undefined)
const grace = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const forged = '0x70997a70c51812dc3b010c7d01b50e0d17dc79c8'
const unit = 10n ** 18n

const holding = (name: string, symbol: string, amount: bigint, price?: string): Holding => ({
  token: { asset: symbol === 'ETH' ? 'native' : `${network}/erc20:0x${symbol.length.toString(16).repeat(40)}`, network, name, symbol, decimals: 18 },
  amount,
  ...(price !== undefined && { price, value: String((Number(price) * Number(amount)) / 1e18) }),
})
const usual = [
  holding('Ether', 'ETH', 1_204n * 10n ** 15n, '3224.30'),
  holding('USD Coin', 'USDC', 310n * unit + unit / 2n, '1'),
  holding('Dai', 'DAI', 25n * unit),
]

interface Ledger {
  readonly holdings?: () => Promise<readonly Holding[]>
  readonly prepare?: () => Promise<never>
  readonly hangsAt?: 'fast'
  readonly outcome?: () => Promise<TransactionOutcome>
  readonly send?: () => Promise<{ readonly hash: string }>
}
/** The network as it would answer: what is sent there is kept nowhere. */
const ledger = ({ holdings = async () => usual, prepare, hangsAt, outcome = never, send: sends }: Ledger): Plugin =>
  definePlugin({
    id: 'gallery/ledger',
    setup(context) {
      const dialect = `${mainnet.chainNamespace}/transaction`
      context.handle(tokenBalances, holdings, { id: 'gallery', rank: 'first' })
      context.offer(transfers, network, {
        prepare: async ({ amount, speed }) => {
          await prepare?.()
          if (speed === hangsAt) await never()
          return {
            draft: { dialect, network, body: {} },
            fee: { kind: 'native', amount: 350_000_000_000_000n, rate: { value: '3.1', unit: 'gwei' } },
            amount: amount === 'max' ? unit : amount,
          }
        },
      })
      context.offer(transactions, network, {
        dialects: [dialect],
        estimate: never,
        send: sends ?? (async () => ({ hash: `0x${'5e'.repeat(32)}` })),
        confirm: outcome,
      })
    },
  })
const on = (of: Ledger = {}, more: Omit<Setting, 'plugins'> = {}): Setting => ({ ...more, plugins: chain => [chain, ledger(of), send()] })

/** The form, filled in. */
async function form({ portico, connect, open, until, answered }: Stage, params: SendParams): Promise<void> {
  const { kernel } = portico
  if (!activeAccount(kernel)) await connect()
  open({ view: sendView, params })
  const state = () => kernel.state(sendSlice)
  const isFilledIn = params.to !== undefined || params.amount !== undefined
  await until(
    () => state().sendTokenAmount === (params.amount ?? '') && (!params.to || ['known', 'refused'].includes(state().recipient.name)),
    'the form is filled in',
  )
  if (!isFilledIn) return
  await until(() => state().holdings.name !== 'asking', 'what there is to send is known')
  answered()
}
async function review(stage: Stage, params: SendParams = { to: grace, amount: '0.5' }): Promise<void> {
  await form(stage, params)
  await stage.until(() => stage.portico.kernel.state(sendSlice).holdings.name === 'known', 'the tokens are there')
  await stage.portico.kernel.use(sendService).review()
  await stage.see('What will change')
}
async function sent(stage: Stage, until: 'pending' | TransactionOutcome['status']): Promise<void> {
  const { kernel } = stage.portico
  await form(stage, { to: grace, amount: '0.5' })
  const service = kernel.use(sendService)
  await service.review()
  await service.confirm()
  await stage.press(until === 'pending' ? 'Sending 0.5 ETH' : until === 'confirmed' ? 'Sent 0.5 ETH' : '0.5 ETH were not sent')
  stage.answered()
  await stage.see('Transaction')
}

const entry = (view: string, id: string, kind: Entry['kind'], title: string, rest: Pick<Entry, 'prepare' | 'setting'>): Entry => ({
  id: `send/${id}`,
  view,
  kind,
  title,
  ...rest,
})
const chapter: Chapter = {
  plugins: () => [send()],
  entries: [
    entry(sendView.id, 'loading', 'loading', 'What there is to send is on its way', {
      setting: on({ holdings: never }),
      async prepare(stage) {
        await form(stage, {})
        await stage.until(() => shadow()?.querySelector('.send-token .p-skeleton'), 'the balance is on its way')
      },
    }),
    entry(sendView.id, 'empty', 'empty', 'Nobody is connected', {
      setting: on(),
      async prepare({ open, see }) {
        open({ view: sendView })
        await see('Connect a wallet to send from it')
      },
    }),
    entry(sendView.id, 'bare', 'step', 'Nothing typed yet', {
      setting: on(),
      async prepare(stage) {
        await form(stage, {})
        await stage.see('1.204')
        stage.answered()
      },
    }),
    entry(sendView.id, 'full', 'full', 'Filled in', {
      setting: on(),
      async prepare(stage) {
        await form(stage, { to: grace, amount: '0.5' })
        await stage.see('$1,612.15')
      },
    }),
    entry(sendView.id, 'short', 'error', 'More than there is', {
      setting: on(),
      async prepare(stage) {
        await form(stage, { to: grace, amount: '1.5' })
        await stage.see('You need 0.296 ETH more')
      },
    }),
    entry(sendView.id, 'refused', 'step', 'An address with a typing error', {
      setting: on(),
      async prepare(stage) {
        await form(stage, { to: grace.replace('C5', 'c5'), amount: '0.5' })
        await stage.see('typing error')
      },
    }),
    entry(sendView.id, 'failed', 'step', 'The network could not be asked', {
      setting: on({ prepare: () => Promise.reject(new TypeError('Failed to fetch')) }),
      async prepare(stage) {
        await form(stage, { to: grace, amount: '0.5' })
        await stage.portico.kernel.use(sendService).review()
        await stage.see('Nothing was sent')
      },
    }),
    entry(sendView.id, 'long', 'long', 'A long name, a long symbol, a long amount', {
      setting: on({ holdings: async () => [holding(longNames[0], 'EXTRAORDINARYTOKEN', 123_456_789n * unit)] }),
      async prepare(stage) {
        await form(stage, { to: grace, amount: '123456.123456789012345678', token: holding(longNames[0], 'EXTRAORDINARYTOKEN', 1n).token })
        await stage.see('EXTRAORDINARYTO')
      },
    }),
    entry(sendSelectTokenView.id, 'tokens-loading', 'loading', 'The tokens are on their way', {
      setting: on({ holdings: never }),
      async prepare(stage) {
        await form(stage, {})
        stage.open({ view: sendSelectTokenView })
        await stage.until(() => shadow()?.querySelector('.p-view .p-skeleton'), 'a skeleton is there')
      },
    }),
    entry(sendSelectTokenView.id, 'tokens-empty', 'empty', 'No tokens', {
      setting: on({ holdings: async () => [] }),
      async prepare(stage) {
        await form(stage, {})
        stage.open({ view: sendSelectTokenView })
        await stage.see('no tokens')
      },
    }),
    entry(sendSelectTokenView.id, 'tokens-full', 'full', 'The tokens of the account', {
      setting: on({ holdings: async () => [...usual, ...Array.from({ length: 12 }, (_, at) => holding(`Coin ${at + 1}`, `C${'O'.repeat(at)}`, unit, '2'))] }),
      async prepare(stage) {
        await form(stage, {})
        stage.open({ view: sendSelectTokenView })
        await stage.see('USD Coin')
      },
    }),
    entry(sendSelectTokenView.id, 'tokens-error', 'error', 'The tokens could not be loaded', {
      setting: on({ holdings: () => Promise.reject(new TypeError('gallery')) }),
      async prepare(stage) {
        await stage.connect()
        stage.node.mood = 'fails'
        stage.open({ view: sendSelectTokenView })
        await stage.until(() => {
          stage.clock.forward(500)
          return stage.portico.kernel.state(sendSlice).holdings.name === 'unavailable'
        }, 'nobody asks any more')
        await stage.see('could not be loaded')
      },
    }),
    entry(sendSelectTokenView.id, 'tokens-long', 'long', 'Long names', {
      setting: on({ holdings: async () => longNames.map((name, at) => holding(name, `EXTRAORDINARYTOKEN${'X'.repeat(at)}`, 123_456_789n * unit, '99999')) }),
      async prepare(stage) {
        await form(stage, {})
        stage.open({ view: sendSelectTokenView })
        await stage.see('Donaudampf')
      },
    }),
    entry(sendPreviewView.id, 'review-loading', 'loading', 'Another speed is reckoned', {
      setting: on({ hangsAt: 'fast' }),
      async prepare(stage) {
        await review(stage)
        void stage.portico.kernel.use(sendService).setSpeed('fast')
        await stage.until(() => stage.portico.kernel.state(sendSlice).phase.name === 'checking', 'it is reckoned')
      },
    }),
    entry(sendPreviewView.id, 'review-empty', 'empty', 'Nothing to review any more', {
      setting: on(),
      async prepare(stage) {
        await stage.connect()
        stage.open({ view: sendPreviewView })
        await stage.see('nothing to review')
      },
    }),
    entry(sendPreviewView.id, 'review-full', 'full', 'The last look', {
      setting: on(),
      prepare: stage => review(stage),
    }),
    entry(sendPreviewView.id, 'review-token', 'step', 'A token, with its fee in the coin of the network', {
      setting: on(),
      prepare: stage => review(stage, { to: grace, amount: '12.5', token: (usual[1] as Holding).token }),
    }),
    entry(sendPreviewView.id, 'review-error', 'error', 'Declined', {
      setting: on({ send: () => Promise.reject(Object.assign(new TypeError('User rejected'), { code: 4001 })) }),
      async prepare(stage) {
        await review(stage)
        await stage.portico.kernel.use(sendService).confirm()
        await stage.see('You declined')
      },
    }),
    entry(sendPreviewView.id, 'review-signing', 'step', 'The wallet asks', {
      setting: on({ send: never }),
      async prepare(stage) {
        await review(stage)
        void stage.portico.kernel.use(sendService).confirm()
        await stage.see('to approve')
        stage.answered()
      },
    }),
    entry(sendPreviewView.id, 'review-look-alike', 'step', 'An address that only looks like a known one', {
      setting: on({ outcome: async () => ({ status: 'confirmed' }) }),
      async prepare(stage) {
        await sent(stage, 'confirmed')
        await review(stage, { to: forged, amount: '0.5' })
        await stage.see('only looks like')
      },
    }),
    entry(sendPreviewView.id, 'review-long', 'long', 'A long name, a long symbol, a long amount', {
      setting: on({ holdings: async () => [holding(longNames[0], 'EXTRAORDINARYTOKEN', 123_456_789n * unit)] }),
      prepare: stage => review(stage, { to: grace, amount: '123456.123456789012345678', token: holding(longNames[0], 'EXTRAORDINARYTOKEN', 1n).token }),
    }),
    entry(sendReceiptView.id, 'receipt-loading', 'loading', 'On its way', {
      setting: on(),
      prepare: stage => sent(stage, 'pending'),
    }),
    entry(sendReceiptView.id, 'receipt-empty', 'empty', 'Nobody remembers it', {
      setting: on(),
      async prepare(stage) {
        await stage.connect()
        stage.open({ view: sendReceiptView, params: { hash: '0x0', network } })
        await stage.see('not remembered')
      },
    }),
    entry(sendReceiptView.id, 'receipt-full', 'full', 'Confirmed', {
      setting: on({ outcome: async () => ({ status: 'confirmed' }) }),
      prepare: stage => sent(stage, 'confirmed'),
    }),
    entry(sendReceiptView.id, 'receipt-error', 'error', 'The network refused it', {
      setting: on({ outcome: async () => ({ status: 'failed' }) }),
      prepare: stage => sent(stage, 'failed'),
    }),
    entry(sendReceiptView.id, 'receipt-long', 'long', 'A long name of the network', {
      setting: on({}, { networks: [{ chainId: 1, name: longNames[0], explorer: longNames[1] }] }),
      prepare: stage => sent(stage, 'pending'),
    }),
    entry('Account', 'notice', 'step', 'The account says that a transfer is under way', {
      setting: on(),
      async prepare(stage) {
        await form(stage, { to: grace, amount: '0.5' })
        const service = stage.portico.kernel.use(sendService)
        await service.review()
        await service.confirm()
        await stage.see('Sending 0.5 ETH')
        stage.answered()
      },
    }),
  ],
}
export default chapter
