import {
  accountView,
  activeAccount,
  balances as balancesCapability,
  type Fee,
  gasPrice,
  type Holding,
  type SwapAsk,
  type SwapQuote,
  type SwapStep,
  swapQuotes,
  type Token,
  type TokenPrice,
  type TransactionOutcome,
  tokenBalances,
  tokenPrices,
  transactions,
} from '@portico/kernel/contracts'
import { mainnet } from '@portico/plugin-eip155'
import { SwapError, swap, swapPreviewView, swapSelectTokenView, swapService, swapSlice, swapView } from '@portico/plugin-swap'
import { definePlugin, type Plugin } from '@portico/sdk'
import type { Chapter, Entry } from '../entry.js'
import { longNames } from '../names.js'
import { type Setting, type Stage, shadow } from '../stage.js'

const network = mainnet.caipNetworkId
const dialect = `${mainnet.chainNamespace}/transaction`
const never = () => new Promise<never>(() => undefined)
const unit = 10n ** 18n
const spender = `0x${'68'.repeat(20)}`

const tokenOf = (symbol: string, name: string, decimals = 18): Token => ({
  asset:
    symbol === 'ETH'
      ? 'native'
      : `${network}/erc20:0x${[...symbol]
          .map(letter => letter.charCodeAt(0).toString(16))
          .join('')
          .padEnd(40, '0')
          .slice(0, 40)}`,
  network,
  name,
  symbol,
  decimals,
})
const ether = tokenOf('ETH', 'Ether')
const usdc = tokenOf('USDC', 'USD Coin', 6)
const dai = tokenOf('DAI', 'Dai')
const rest = [
  ['WBTC', 'Wrapped Bitcoin'],
  ['UNI', 'Uniswap'],
  ['ARB', 'Arbitrum'],
  ['FOX', 'Fox'],
  ['SNX', 'Synthetix'],
  ['PEPPER', 'Pepper'],
  ['ORBIT', 'Orbit'],
].map(([symbol = '', name = '']) => tokenOf(symbol, name))
/** Nobody vouches for it. */
const stray: Token = { ...tokenOf('USDC', 'USD Coin (new)', 6), asset: `${network}/erc20:0x${'ab'.repeat(20)}` }
const held = (token: Token, amount: bigint): Holding => ({ token, amount })
const usual = [held(ether, 1_204n * 10n ** 15n), held(usdc, 310_500_000n), held(dai, 25n * unit)]
const prices: Readonly<Record<string, string>> = { [ether.asset]: '3224.30', [usdc.asset]: '1', [dai.asset]: '0.999' }

interface World {
  readonly holdings?: () => Promise<readonly Holding[]>
  readonly tokens?: readonly Token[]
  readonly isUnpriced?: boolean
  /** Hundredths of a percent of its worth that the best route loses. */
  readonly loss?: bigint
  readonly quote?: (ask: SwapAsk, quote: SwapQuote) => Promise<SwapQuote>
  /** What has to be signed before the swap, until it was. */
  readonly before?: 'approve' | 'permit'
  readonly cost?: Fee
  readonly expiresInMs?: number
  readonly hasOthers?: boolean
  readonly send?: (count: number) => Promise<{ readonly hash: string }>
  readonly outcome?: (hash: string) => Promise<TransactionOutcome>
}
/** What every wallet can sign. */
const typedOf = (to: string) => ({
  types: { EIP712Domain: [{ name: 'chainId', type: 'uint256' }], Permit: [{ name: 'spender', type: 'address' }] },
  primaryType: 'Permit',
  domain: { chainId: 1 },
  message: { spender: to },
})
const hashOf = (count: number) => `0x${count.toString(16).padStart(64, '5e')}`
const declined = () => Promise.reject(Object.assign(new TypeError('User rejected'), { code: 4001 }))

/** Markets and a network as they would answer: what is sent there is kept nowhere. */
const market = (world: World): Plugin =>
  definePlugin({
    id: 'gallery/market',
    setup(context) {
      const { holdings = async () => usual, tokens = [usdc, dai, ...rest], loss = 4n, before, hasOthers = true } = world
      let count = 0
      const outputOf = ({ from, to, amount }: SwapAsk) => {
        const [one, other] = [from, to].map(asset => [ether, usdc, dai, ...tokens].find(token => token.asset === asset) ?? ether)
        const cents = (token = ether) => BigInt(Math.round(Number(prices[token.asset] ?? '2') * 1_000))
        return (amount * cents(one) * 10n ** BigInt(other?.decimals ?? 0) * (10_000n - loss)) / (cents(other) * 10n ** BigInt(one?.decimals ?? 0) * 10_000n)
      }
      const draft = { dialect, network, body: {} }
      const stepsOf = (ask: SwapAsk): readonly [SwapStep, ...SwapStep[]] => {
        const last = { kind: 'swap', draft } as const
        if (!before || ask.from === 'native' || count > 0 || ask.permit) return [last]
        const approval = { token: ask.from, spender, amount: ask.unlimited ? ('unlimited' as const) : ask.amount }
        if (before === 'permit') return [{ kind: 'permit', typed: typedOf(spender), approval, deadline: Date.now() + 600_000 }, last]
        return [{ kind: 'approve', draft, approval }, last]
      }
      const quote = async (ask: SwapAsk): Promise<SwapQuote> => {
        const toAmount = outputOf(ask)
        return {
          toAmount,
          minimumReceived: toAmount - (toAmount * BigInt(ask.slippageBasisPoints)) / 10_000n,
          steps: stepsOf(ask),
          cost: world.cost ?? { kind: 'native', amount: 747_000_000_000_000n },
          simulated: true,
          expiresAt: Date.now() + (world.expiresInMs ?? 30_000),
        }
      }
      const best = async (ask: SwapAsk) => {
        const answer = await quote(ask)
        return (await world.quote?.(ask, answer)) ?? answer
      }
      context.offer(swapQuotes, network, { name: 'Uniswap', dialect, quote: best, tokens: async () => tokens, revoke: async () => draft }, { id: 'uniswap' })
      if (hasOthers) {
        const less = async (ask: SwapAsk) => {
          const answer = await (world.quote ? best(ask) : quote(ask))
          const providerFee = (ask.amount * 85n) / 10_000n
          const toAmount = answer.toAmount - (answer.toAmount * 85n) / 10_000n
          return { ...answer, toAmount, minimumReceived: toAmount - (toAmount * BigInt(ask.slippageBasisPoints)) / 10_000n, providerFee }
        }
        context.offer(swapQuotes, network, { name: 'Portico API', dialect, quote: less }, { id: 'api' })
        context.offer(swapQuotes, network, { name: 'Kettle', dialect, quote: () => Promise.reject(new SwapError('SWAP_UNAVAILABLE')) }, { id: 'kettle' })
      }
      context.offer(balancesCapability, network, { native: async () => held(ether, unit), token: async () => stray, tokens: async () => [] })
      context.handle(tokenBalances, holdings, { id: 'gallery', rank: 'first' })
      context.handle(gasPrice, async () => ({ standard: 1n, fast: 2n, instant: 3n }))
      context.handle(
        tokenPrices,
        async ({ assets }): Promise<readonly TokenPrice[]> =>
          world.isUnpriced ? [] : assets.flatMap(asset => (prices[asset] ? [{ asset, symbol: '', price: prices[asset] }] : [])),
      )
      context.offer(transactions, network, {
        dialects: [dialect],
        estimate: never,
        send: async () => {
          const answer = await (world.send?.(count) ?? { hash: hashOf(count) })
          count++
          return answer
        },
        confirm: world.outcome ?? never,
      })
    },
  })
const on = (world: World = {}, more: Omit<Setting, 'plugins'> = {}): Setting => ({ ...more, plugins: chain => [chain, market(world), swap()] })

interface Wish {
  readonly from?: Token
  readonly to?: Token
  readonly amount?: string
}
const phaseOf = ({ portico }: Stage) => portico.kernel.state(swapSlice).phase
/** The form, filled in; the route has been asked. */
async function form(stage: Stage, { from, to = usdc, amount = '1' }: Wish = {}): Promise<void> {
  const { kernel } = stage.portico
  if (!activeAccount(kernel)) await stage.connect()
  stage.open({ view: swapView })
  await stage.until(() => phaseOf(stage).name === 'editing', 'the form is there')
  const service = kernel.use(swapService)
  if (from) await service.selectSource(from)
  // Its answer may never come.
  void service.selectTarget(to)
  if (amount !== '1') void service.setAmount(amount)
  await stage.until(() => {
    const { pricing, sourceAmount } = kernel.state(swapSlice)
    return !pricing && sourceAmount === amount
  }, 'what is wanted is known')
}
async function quoted(stage: Stage, wish?: Wish): Promise<void> {
  await form(stage, wish)
  await stage.until(() => phaseOf(stage).name === 'quoted', 'there is a price')
  stage.answered()
}
async function preview(stage: Stage, wish?: Wish): Promise<void> {
  await quoted(stage, wish)
  stage.open({ view: swapPreviewView })
  await stage.see('What will change')
  await stage.until(() => phaseOf(stage).name === 'quoted', 'there is a price')
  stage.answered()
}
const confirm = (stage: Stage, sure = true) => stage.portico.kernel.use(swapService).confirm({ sure })
const selling: Wish = { from: dai, amount: '7.5' }

const entry = (view: string, id: string, kind: Entry['kind'], title: string, rest: Pick<Entry, 'prepare' | 'setting'>): Entry => ({
  id: `swap/${id}`,
  view,
  kind,
  title,
  ...rest,
})
const long = tokenOf('EXTRAORDINARYTOKEN', longNames[0])

const chapter: Chapter = {
  plugins: () => [swap()],
  cannot: {
    [swapSelectTokenView.id]: { loading: 'the form before it has waited for the tokens', error: 'it asks nobody anything' },
  },
  entries: [
    entry(swapView.id, 'loading', 'loading', 'What there is to swap is on its way', {
      setting: on({ holdings: never }),
      async prepare(stage) {
        await stage.connect()
        stage.open({ view: swapView })
        await stage.see('Loading tokens and prices')
      },
    }),
    entry(swapView.id, 'empty', 'empty', 'Nobody is connected', {
      setting: on(),
      async prepare({ open, see }) {
        open({ view: swapView })
        await see('Connect a wallet to swap')
      },
    }),
    entry(swapView.id, 'bare', 'step', 'The native coin, and nothing chosen for it', {
      setting: on(),
      async prepare(stage) {
        await stage.connect()
        stage.open({ view: swapView })
        await stage.see('Choose what you want to get')
        stage.answered()
      },
    }),
    entry(swapView.id, 'unsupported', 'step', 'No route on this network', {
      setting: { plugins: chain => [chain, swap()] },
      async prepare(stage) {
        await stage.connect()
        stage.open({ view: swapView })
        await stage.see('Nothing can be swapped')
      },
    }),
    entry(swapView.id, 'unprepared', 'step', 'What there is to swap could not be found out', {
      setting: on({ holdings: () => Promise.reject(new TypeError('gallery')) }),
      async prepare(stage) {
        await stage.connect()
        stage.open({ view: swapView })
        await stage.see('Failed to initialize swap')
      },
    }),
    entry(swapView.id, 'quoting', 'step', 'Routes are being asked', {
      setting: on({ quote: never }),
      async prepare(stage) {
        await form(stage)
        await stage.see('Finding the best price')
      },
    }),
    entry(swapView.id, 'full', 'full', 'A price', {
      setting: on(),
      prepare: stage => quoted(stage),
    }),
    entry(swapView.id, 'slippage', 'step', 'The tolerance is chosen', {
      setting: on(),
      async prepare(stage) {
        await quoted(stage)
        await stage.portico.kernel.use(swapService).setSlippage(650)
        await stage.until(() => shadow()?.querySelector('.swap-open'), 'the tolerance is there')
        shadow()?.querySelector<HTMLElement>('.swap-open')?.click()
        await stage.see('trade ahead of you')
        stage.answered()
      },
    }),
    entry(swapView.id, 'short', 'step', 'More than there is', {
      setting: on(),
      async prepare(stage) {
        await form(stage, { amount: '1.5' })
        await stage.see('Insufficient balance')
        stage.answered()
      },
    }),
    entry(swapView.id, 'gas', 'step', 'Nothing left to pay the network', {
      setting: on({ holdings: async () => [held(ether, 200_000_000_000_000n), held(usdc, 310_500_000n)] }),
      async prepare(stage) {
        await form(stage, { from: usdc, to: dai, amount: '5' })
        await stage.see('to pay the network')
        stage.answered()
      },
    }),
    entry(swapView.id, 'error', 'error', 'Nobody gives a price', {
      setting: on({ quote: () => Promise.reject(new SwapError('SWAP_UNAVAILABLE')), hasOthers: false }),
      async prepare(stage) {
        await form(stage)
        await stage.until(() => phaseOf(stage).name === 'editing', 'nobody gives a price')
        await stage.see('Try again')
      },
    }),
    entry(swapView.id, 'impact', 'step', 'A loss of four percent', {
      setting: on({ loss: 400n }),
      prepare: stage => quoted(stage),
    }),
    entry(swapView.id, 'digits', 'step', 'More digits than the token has', {
      setting: on(),
      async prepare(stage) {
        await form(stage, { from: usdc, to: dai, amount: '1.1234567' })
        await stage.see('no more than 6 digits')
        stage.answered()
      },
    }),
    entry(swapView.id, 'left', 'step', 'Something was allowed and not swapped', {
      setting: on({ before: 'approve', send: async count => (count ? declined() : { hash: hashOf(count) }), outcome: async () => ({ status: 'confirmed' }) }),
      async prepare(stage) {
        await quoted(stage, selling)
        await confirm(stage)
        stage.open({ view: swapView })
        await stage.see('Take back')
        await stage.until(() => phaseOf(stage).name === 'quoted', 'there is a price')
        stage.answered()
      },
    }),
    entry(swapView.id, 'long', 'long', 'Long names, long symbols, long amounts', {
      setting: on({ tokens: [long, usdc], holdings: async () => [held(ether, 123_456_789n * unit), held(long, 123_456_789n * unit)] }),
      async prepare(stage) {
        await quoted(stage, { from: long, to: ether, amount: '123456.123456789012345678' })
      },
    }),
    entry(swapSelectTokenView.id, 'tokens-empty', 'empty', 'No token has this name', {
      setting: on(),
      async prepare(stage) {
        await form(stage)
        stage.open({ view: swapSelectTokenView, params: { side: 'target' } })
        await stage.see('Popular')
        stage.type('zzz')
        await stage.see('No token')
        stage.answered()
      },
    }),
    entry(swapSelectTokenView.id, 'tokens-full', 'full', 'Yours, popular ones, all others', {
      setting: on(),
      async prepare(stage) {
        await form(stage)
        stage.open({ view: swapSelectTokenView, params: { side: 'target' } })
        await stage.see('Popular')
        stage.answered()
      },
    }),
    entry(swapSelectTokenView.id, 'tokens-unverified', 'step', 'A token by its address, for which nobody vouches', {
      setting: on(),
      async prepare(stage) {
        await form(stage)
        stage.open({ view: swapSelectTokenView, params: { side: 'target' } })
        await stage.see('Popular')
        stage.type(`0x${'ab'.repeat(20)}`)
        await stage.see('Unverified')
        stage.answered()
      },
    }),
    entry(swapSelectTokenView.id, 'tokens-long', 'long', 'Long names', {
      setting: on({
        tokens: longNames.map((name, at) => tokenOf(`${at}EXTRAORDINARYTOKEN`, name)),
        holdings: async () => longNames.map((name, at) => held(tokenOf(`${at}EXTRAORDINARYTOKEN`, name), 123_456_789n * unit)),
      }),
      async prepare(stage) {
        await form(stage, { to: tokenOf('0EXTRAORDINARYTOKEN', longNames[0]) })
        stage.open({ view: swapSelectTokenView, params: { side: 'target' } })
        await stage.see('Donaudampf')
        stage.answered()
      },
    }),
    entry(swapPreviewView.id, 'preview-loading', 'loading', 'Another tolerance is asked for', {
      setting: on({ quote: ({ slippageBasisPoints }, answer) => (slippageBasisPoints === 300 ? never() : Promise.resolve(answer)), hasOthers: false }),
      async prepare(stage) {
        await preview(stage)
        void stage.portico.kernel.use(swapService).setSlippage(300)
        await stage.until(() => phaseOf(stage).name === 'quoting', 'it is asked for')
      },
    }),
    entry(swapPreviewView.id, 'preview-empty', 'empty', 'Nothing to preview any more', {
      setting: on(),
      async prepare(stage) {
        await stage.connect()
        stage.open({ view: swapPreviewView })
        await stage.see('nothing to preview')
      },
    }),
    entry(swapPreviewView.id, 'preview-full', 'full', 'The last look', {
      setting: on(),
      prepare: stage => preview(stage),
    }),
    entry(swapPreviewView.id, 'preview-routes', 'step', 'What each route gives, and the fee of a provider', {
      setting: on({ quote: async (ask, answer) => ({ ...answer, providerFee: (ask.amount * 85n) / 10_000n }) }),
      async prepare(stage) {
        await preview(stage)
        await stage.until(() => shadow()?.querySelectorAll('.swap-open')[1], 'the route is there')
        shadow()?.querySelectorAll<HTMLElement>('.swap-open')[1]?.click()
        await stage.see('Leaves you most')
        stage.answered()
      },
    }),
    entry(swapPreviewView.id, 'preview-approval', 'step', 'An approval comes first', {
      setting: on({ before: 'approve' }),
      prepare: stage => preview(stage, selling),
    }),
    entry(swapPreviewView.id, 'preview-unlimited', 'step', 'An approval without a limit', {
      setting: on({ before: 'approve' }),
      async prepare(stage) {
        await preview(stage, selling)
        await stage.portico.kernel.use(swapService).setUnlimited(true)
        await stage.see('also later')
        stage.answered()
      },
    }),
    entry(swapPreviewView.id, 'preview-allow', 'step', 'How much is allowed is chosen', {
      setting: on({ before: 'approve' }),
      async prepare(stage) {
        await preview(stage, selling)
        shadow()?.querySelector<HTMLElement>('.swap-open')?.click()
        await stage.see('Only this once')
        stage.answered()
      },
    }),
    entry(swapPreviewView.id, 'preview-stopped', 'step', 'Nobody waits any more, but the wallet may still ask', {
      setting: on({ send: never }),
      async prepare(stage) {
        await preview(stage)
        void confirm(stage)
        await stage.see('Confirm transaction in your wallet')
        await stage.portico.kernel.use(swapService).stop()
        await confirm(stage, false)
        await stage.see('Swap anyway')
        stage.answered()
      },
    }),
    entry(swapPreviewView.id, 'preview-unpriced', 'step', 'Nobody knows what it is worth', {
      setting: on({ isUnpriced: true }),
      prepare: stage => preview(stage),
    }),
    entry(swapPreviewView.id, 'preview-sure', 'step', 'A loss of twelve percent wants a second yes', {
      setting: on({ loss: 1_200n }),
      async prepare(stage) {
        await preview(stage)
        await confirm(stage, false)
        await stage.see('Swap anyway')
        stage.answered()
      },
    }),
    entry(swapPreviewView.id, 'preview-refused', 'step', 'More than half would be lost', {
      setting: on({ loss: 6_000n }),
      async prepare(stage) {
        await preview(stage)
        await confirm(stage)
        await stage.see('not offered for signing')
        stage.answered()
      },
    }),
    entry(swapPreviewView.id, 'preview-expired', 'step', 'The price was too old', {
      setting: on({ expiresInMs: 5_000 }),
      async prepare(stage) {
        await preview(stage)
        stage.clock.forward(6_000)
        await confirm(stage)
        await stage.see('too old')
        stage.answered()
      },
    }),
    entry(swapPreviewView.id, 'preview-error', 'error', 'Declined', {
      setting: on({ send: declined }),
      async prepare(stage) {
        await preview(stage)
        await confirm(stage)
        await stage.see('You declined')
      },
    }),
    entry(swapPreviewView.id, 'preview-failed', 'step', 'The wallet could not', {
      setting: on({ send: () => Promise.reject(Object.assign(new TypeError('Ledger is locked'), { code: -32_000 })) }),
      async prepare(stage) {
        await preview(stage)
        await confirm(stage)
        await stage.until(() => shadow()?.querySelector('.p-view [role=alert]'), 'the sentence is there')
        stage.answered()
      },
    }),
    entry(swapPreviewView.id, 'preview-left', 'step', 'Declined after the approval', {
      setting: on({ before: 'approve', send: async count => (count ? declined() : { hash: hashOf(count) }), outcome: async () => ({ status: 'confirmed' }) }),
      async prepare(stage) {
        await preview(stage, selling)
        await confirm(stage)
        await stage.see('Take back')
        stage.answered()
      },
    }),
    entry(swapPreviewView.id, 'under-way-approve', 'step', 'The wallet asks for the approval', {
      setting: on({ before: 'approve', send: never }),
      async prepare(stage) {
        await preview(stage, selling)
        void confirm(stage)
        await stage.see('Stop waiting')
        stage.answered()
      },
    }),
    entry(swapPreviewView.id, 'under-way-network', 'step', 'The network confirms the approval', {
      setting: on({ before: 'approve' }),
      async prepare(stage) {
        await preview(stage, selling)
        void confirm(stage)
        await stage.see('Waiting for the network')
        stage.answered()
      },
    }),
    entry(swapPreviewView.id, 'under-way-permit', 'step', 'The wallet asks for a signature, for a long time', {
      setting: on({ before: 'permit' }),
      async prepare(stage) {
        await preview(stage, selling)
        stage.wallet('Fox Wallet').policy = 'hang'
        void confirm(stage)
        await stage.see('Stop waiting')
        stage.clock.forward(21_000)
        await stage.see('longer than usual')
        stage.answered()
      },
    }),
    entry(swapPreviewView.id, 'under-way-swap', 'step', 'The wallet asks for the swap', {
      setting: on({ before: 'approve', send: async count => (count ? never() : { hash: hashOf(count) }), outcome: async () => ({ status: 'confirmed' }) }),
      async prepare(stage) {
        await preview(stage, selling)
        void confirm(stage)
        await stage.until(() => shadow()?.querySelector('.swap-done'), 'the approval is done')
        await stage.see('Open Fox Wallet')
        stage.answered()
      },
    }),
    entry(swapPreviewView.id, 'preview-long', 'long', 'Long names, long symbols, long amounts', {
      setting: on({
        tokens: [long, usdc],
        holdings: async () => [held(ether, 123_456_789n * unit), held(long, 123_456_789n * unit)],
        before: 'approve',
      }),
      prepare: stage => preview(stage, { from: long, to: ether, amount: '123456.123456789012345678' }),
    }),
    entry('Account', 'sent', 'step', 'The account says that a swap is under way', {
      setting: on(),
      async prepare(stage) {
        await preview(stage)
        await confirm(stage)
        await stage.see('The network confirms it soon')
        stage.answered()
      },
    }),
    entry('Account', 'swapped', 'step', 'Swapped', {
      setting: on({ outcome: async () => ({ status: 'confirmed' }) }),
      async prepare(stage) {
        await preview(stage)
        await confirm(stage)
        await stage.see('Swapped 1 ETH')
        stage.answered()
      },
    }),
    entry('Account', 'reverted', 'step', 'The network did not carry it out', {
      setting: on({ outcome: async () => ({ status: 'failed' }) }),
      async prepare(stage) {
        await preview(stage)
        await confirm(stage)
        await stage.see('did not carry out')
        stage.answered()
      },
    }),
    entry('Account', 'allowed', 'step', 'The account says that something was allowed and not swapped', {
      setting: on({ before: 'approve', send: async count => (count ? declined() : { hash: hashOf(count) }), outcome: async () => ({ status: 'confirmed' }) }),
      async prepare(stage) {
        await quoted(stage, selling)
        await confirm(stage)
        stage.open({ view: accountView })
        await stage.see('allowed, not swapped')
        stage.answered()
      },
    }),
  ],
}
export default chapter
