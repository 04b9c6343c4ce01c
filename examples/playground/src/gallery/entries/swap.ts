import { SwapError, swap, swapSelectTokenView, swapView } from '@portico/plugin-swap'
import { transactions } from '@portico/plugin-transactions'
import type { Chapter } from '../entry.js'
import { longNames } from '../names.js'
import { connects, opens, says, sees, settles, types } from '../scene.js'
import { broken, dai, ether, halfWay, held, long, longWorld, never, on, tokenOf, unit, usdc } from '../swap-market.js'
import { confirms, form, quoted, reaches, scene, selling, serviceOf, unfolds } from '../swap-steps.js'

const fails = () => Promise.reject(new TypeError('gallery'))
const silent = on({ quote: never })
const poor = on({ holdings: async () => [held(ether, 200_000_000_000_000n), held(usdc, 310_500_000n)] })
const marketless = on({ quote: () => Promise.reject(new SwapError('SWAP_UNAVAILABLE')), hasOthers: false })
const longTokens = longNames.map((name, at) => tokenOf(`${at}EXTRAORDINARYTOKEN`, name))
const longHoldings = on({ tokens: longTokens, holdings: async () => longTokens.map(token => held(token, 123_456_789n * unit)) })
const start = [connects, opens(swapView)]
const choice = [opens(swapSelectTokenView, { side: 'target' }), sees('Popular')]

/** What is swapped for what. */
const chapter: Chapter = {
  plugins: () => [transactions(), swap()],
  cannot: {
    [swapSelectTokenView.id]: { loading: 'the form before it has waited for the tokens', error: 'it sends no request' },
  },
  entries: [
    scene(swapView, 'loading', 'loading', 'What there is to swap is on its way', on({ holdings: never }), ...start, sees('Loading tokens and prices')),
    scene(swapView, 'empty', 'empty', 'No wallet is connected', on(), opens(swapView), sees('Connect a wallet to swap')),
    scene(swapView, 'bare', 'step', 'The native coin, and nothing chosen for it', on(), ...start, says('Choose what you want to get')),
    scene(
      swapView,
      'unsupported',
      'step',
      'No route on this network',
      { plugins: chain => [chain, transactions(), swap()] },
      ...start,
      sees('Swapping is not available'),
    ),
    scene(swapView, 'unprepared', 'step', 'What there is to swap could not be found out', on({ holdings: fails }), ...start, sees('Failed to initialize')),
    scene(swapView, 'quoting', 'step', 'Routes are being asked', silent, form(), sees('Finding the best price')),
    scene(swapView, 'full', 'full', 'A price', on(), quoted()),
    scene(
      swapView,
      'slippage',
      'step',
      'The tolerance is chosen',
      on(),
      quoted(),
      stage => serviceOf(stage).setSlippage(650),
      unfolds(),
      says('trade ahead of you'),
    ),
    scene(swapView, 'short', 'step', 'More than there is', on(), form({ amount: '1.5' }), says('Insufficient balance')),
    scene(swapView, 'gas', 'step', 'Nothing left to pay the network', poor, form({ from: usdc, to: dai, amount: '5' }), says('to pay the network')),
    scene(swapView, 'error', 'error', 'No exchange gives a price', marketless, form(), reaches('editing'), sees('Try again')),
    scene(swapView, 'impact', 'step', 'A loss of four percent', on({ loss: 400n }), quoted()),
    scene(swapView, 'refused', 'step', 'A loss of more than half', on({ loss: 6_000n }), quoted()),
    scene(swapView, 'digits', 'step', 'More digits than the token has', on(), form({ from: usdc, to: dai, amount: '1.1234567' }), says('at most 6 decimals')),
    scene(
      swapView,
      'open',
      'step',
      'An earlier swap may have been sent',
      on({ send: broken }),
      quoted(),
      confirms,
      opens(swapView),
      sees('may have swapped'),
      reaches('quoted'),
      settles,
    ),
    scene(
      swapView,
      'left',
      'step',
      'Something was allowed and not swapped',
      on(halfWay),
      quoted(selling),
      confirms,
      opens(swapView),
      sees('Revoke'),
      reaches('quoted'),
      settles,
    ),
    scene(
      swapView,
      'long',
      'long',
      'Long names, long symbols, long amounts',
      on(longWorld),
      quoted({ from: long, to: ether, amount: '123456.123456789012345678' }),
    ),
    scene(swapSelectTokenView, 'tokens-empty', 'empty', 'No token has this name', on(), form(), ...choice, types('zzz'), says('No token')),
    scene(swapSelectTokenView, 'tokens-full', 'full', 'Yours, popular ones, all others', on(), form(), ...choice, settles),
    scene(
      swapSelectTokenView,
      'tokens-unverified',
      'step',
      'A token by its address, which no list contains',
      on(),
      form(),
      ...choice,
      types(`0x${'ab'.repeat(20)}`),
      says('Unverified'),
    ),
    scene(
      swapSelectTokenView,
      'tokens-long',
      'long',
      'Long names',
      longHoldings,
      form({ to: longTokens[0] ?? usdc }),
      choice[0] ?? settles,
      says('Donaudampf'),
    ),
  ],
}
export default chapter
