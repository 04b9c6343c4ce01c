import { accountView } from '@portico/kernel/account'
import type { Holding } from '@portico/kernel/backend'
import { ChainError } from '@portico/kernel/chain'
import { activeAccount } from '@portico/kernel/session'
import { receiptView } from '@portico/kernel/transactions'
import {
  type SendParams,
  type SentTransfer,
  send,
  sendPreviewView,
  sendSelectTokenView,
  sendService,
  sendSlice,
  sendView,
} from '@portico/plugin-send'
import { transactions as transactionsPlugin } from '@portico/plugin-transactions'
import type { Chapter } from '../entry.js'
import { longNames } from '../names.js'
import { connects, opens, type Step, says, scenesOf, sees, settles, types } from '../scene.js'
import { holding, network, never, on, unit, usual } from '../send-ledger.js'
import { type Stage, shadow } from '../stage.js'

const grace = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const forged = '0x70997a70c51812dc3b010c7d01b50e0d17dc79c8'

const scene = scenesOf('send')
const stateOf = ({ portico }: Stage) => portico.kernel.state(sendSlice)
const serviceOf = ({ portico }: Stage) => portico.kernel.use(sendService)

/** The form, filled in. */
const form =
  (params: SendParams = {}): Step =>
  async stage => {
    if (!activeAccount(stage.portico.kernel)) await stage.connect()
    stage.open({ view: sendView, params })
    const isFilledIn = params.to !== undefined || params.amount !== undefined
    await stage.until(() => {
      const { sendTokenAmount, recipient } = stateOf(stage)
      return (
        sendTokenAmount === (params.amount ?? '') &&
        (!params.to || ['known', 'refused'].includes(recipient.name))
      )
    }, 'the form is filled in')
    if (!isFilledIn) return
    await stage.until(
      () => stateOf(stage).holdings.name !== 'loading',
      'what there is to send is known',
    )
    stage.answered()
  }
const usually: SendParams = { to: grace, amount: '0.5' }
const reviews: Step = stage => serviceOf(stage).review()
const confirms: Step = stage => serviceOf(stage).confirm()
const review =
  (params: SendParams = usually): Step =>
  async stage => {
    await form(params)(stage)
    await stage.until(() => stateOf(stage).holdings.name === 'known', 'the tokens are there')
    await reviews(stage)
    await stage.see('What will change')
  }
const noticeOf = (until: SentTransfer['status'] | 'different' | 'absent') => {
  if (until === 'different') return 'Not what you confirmed: 0.5 ETH'
  if (until === 'absent') return '0.5 ETH: not known to the network'
  if (until === 'pending') return 'Sending 0.5 ETH'
  if (until === 'unknown') return '0.5 ETH: no answer yet'
  return until === 'confirmed' ? 'Sent 0.5 ETH' : '0.5 ETH not sent'
}
/** Sent, and looked at once it is as far as that. */
const sent =
  (until: SentTransfer['status'] | 'different' | 'absent'): Step =>
  async stage => {
    await form(usually)(stage)
    await reviews(stage)
    await confirms(stage)
    await stage.press(noticeOf(until))
    stage.answered()
    await stage.see('Transaction')
  }
const appears =
  (selector: string): Step =>
  stage =>
    stage.until(() => shadow()?.querySelector(selector), `${selector} is there`)
const choice = [form(), opens(sendSelectTokenView)]

const fails = () => Promise.reject(new TypeError('gallery'))
const offline = on({ prepare: () => Promise.reject(new TypeError('Failed to fetch')) })
const declining = on({
  send: () => Promise.reject(Object.assign(new TypeError('User rejected'), { code: 4001 })),
})
const failing = on({
  send: () =>
    Promise.reject(Object.assign(new TypeError('Internal JSON-RPC error.'), { code: -32603 })),
})
const different = on({
  outcome: async () => ({ status: 'confirmed' }),
  comparison: async () => ({ status: 'different', to: forged, amount: unit, from: grace }),
})
const absent = on({ comparison: async () => ({ status: 'absent' }) })
const confirmed = on({ outcome: async () => ({ status: 'confirmed' }) })
const failed = on({ outcome: async () => ({ status: 'failed' }) })
const silent = on({ outcome: () => Promise.reject(new ChainError('CHAIN_UNAVAILABLE')) })
const rich = on({
  holdings: async () => [
    ...usual,
    ...Array.from({ length: 12 }, (_, at) =>
      holding(`Coin ${at + 1}`, `C${'O'.repeat(at)}`, unit, '2'),
    ),
  ],
})
const long = holding(longNames[0], 'EXTRAORDINARYTOKEN', 123_456_789n * unit)
const longHolding = on({ holdings: async () => [long] })
const longHoldings = on({
  holdings: async () =>
    longNames.map((name, at) =>
      holding(name, `EXTRAORDINARYTOKEN${'X'.repeat(at)}`, 123_456_789n * unit, '99999'),
    ),
})
const longParams = { to: grace, amount: '123456.123456789012345678', token: long.token }
const longNetwork = on(
  {},
  { networks: [{ chainId: 1, name: longNames[0], explorer: longNames[1] }] },
)
const mistyped = { to: grace.replace('C5', 'c5'), amount: '0.5' }

const chapter: Chapter = {
  hasIcons: true,
  plugins: () => [transactionsPlugin(), send()],
  entries: [
    scene(
      sendView,
      'loading',
      'loading',
      'What there is to send is on its way',
      on({ holdings: never }),
      form(),
      appears('.send-token .p-skeleton'),
    ),
    scene(
      sendView,
      'empty',
      'empty',
      'No wallet is connected',
      on(),
      opens(sendView),
      sees('Connect a wallet to send'),
    ),
    scene(
      sendView,
      'bare',
      'step',
      'Nothing typed yet',
      on(),
      form(),
      appears('.send-token .p-num'),
      settles,
    ),
    scene(
      sendView,
      'address',
      'step',
      'An amount, and no recipient yet',
      on(),
      form({ amount: '0.5' }),
      sees('Enter an address'),
    ),
    scene(
      sendView,
      'cut',
      'step',
      'Pasted with more digits than the token has',
      on(),
      form({ to: grace }),
      types('Send 0.12345678901234567890 ETH please'),
      says('at most 18 decimals'),
    ),
    scene(sendView, 'full', 'full', 'Filled in', on(), form(usually), sees('$1,612.15')),
    scene(
      sendView,
      'short',
      'error',
      'More than there is',
      on(),
      form({ to: grace, amount: '1.5' }),
      sees('You need 0.296 ETH more'),
    ),
    scene(
      sendView,
      'refused',
      'step',
      'An address with a typing error',
      on(),
      form(mistyped),
      sees('typing error'),
    ),
    scene(
      sendView,
      'failed',
      'step',
      'The network is not reachable',
      offline,
      form(usually),
      reviews,
      sees('Nothing was sent'),
    ),
    scene(
      sendView,
      'long',
      'long',
      'A long name, a long symbol, a long amount',
      longHolding,
      form(longParams),
      sees('EXTRAORDINARYTO'),
    ),
    scene(
      sendSelectTokenView,
      'tokens-loading',
      'loading',
      'The tokens are on their way',
      on({ holdings: never }),
      ...choice,
      appears('.p-view .p-skeleton'),
    ),
    scene(
      sendSelectTokenView,
      'tokens-empty',
      'empty',
      'No tokens',
      on({ holdings: async () => [] }),
      ...choice,
      sees('no tokens'),
    ),
    scene(
      sendSelectTokenView,
      'tokens-full',
      'full',
      'The tokens of the account',
      rich,
      ...choice,
      sees('USD Coin'),
    ),
    scene(
      sendSelectTokenView,
      'tokens-error',
      'error',
      'The tokens could not be loaded',
      on({ holdings: fails }),
      // Before the account asks for its coin, which is kept and would be shown.
      async stage => {
        stage.node.mood = 'fails'
      },
      connects,
      async stage => {
        stage.open({ view: sendSelectTokenView })
        await stage.until(() => {
          stage.clock.forward(500)
          return stateOf(stage).holdings.name === 'unavailable'
        }, 'the request has ended')
      },
      sees('could not be loaded'),
    ),
    scene(
      sendSelectTokenView,
      'tokens-long',
      'long',
      'Long names',
      longHoldings,
      ...choice,
      sees('Donaudampf'),
    ),
    scene(
      sendPreviewView,
      'review-loading',
      'loading',
      'Another speed is reckoned',
      on({ hangsAt: 'fast' }),
      review(),
      stage => void serviceOf(stage).setSpeed('fast'),
      stage => stage.until(() => stateOf(stage).phase.name === 'checking', 'it is reckoned'),
    ),
    scene(
      sendPreviewView,
      'review-empty',
      'empty',
      'Nothing to review any more',
      on(),
      connects,
      opens(sendPreviewView),
      sees('nothing left to review'),
    ),
    scene(sendPreviewView, 'review-full', 'full', 'The last look', on(), review()),
    scene(
      sendPreviewView,
      'review-token',
      'step',
      'A token, with its fee in the coin of the network',
      on(),
      review({ to: grace, amount: '12.5', token: (usual[1] as Holding).token }),
    ),
    scene(
      sendPreviewView,
      'review-error',
      'error',
      'Declined',
      declining,
      review(),
      confirms,
      sees('You declined'),
    ),
    scene(
      sendPreviewView,
      'review-signing',
      'step',
      'The wallet asks',
      on({ send: never }),
      review(),
      stage => void confirms(stage),
      says('to approve'),
    ),
    scene(
      sendPreviewView,
      'review-open',
      'error',
      'The wallet failed, and may have sent it',
      failing,
      review(),
      confirms,
      sees('pay twice'),
      sees('Send anyway'),
    ),
    scene(
      sendView,
      'open',
      'step',
      'An earlier payment may have been sent',
      failing,
      review(),
      confirms,
      stage => serviceOf(stage).edit(),
      sees('pay twice'),
    ),
    scene(
      sendPreviewView,
      'review-look-alike',
      'step',
      'An address that looks like one you know a known one',
      confirmed,
      sent('confirmed'),
      review({ to: forged, amount: '0.5' }),
      sees('looks like one you know'),
    ),
    scene(
      sendPreviewView,
      'review-long',
      'long',
      'A long name, a long symbol, a long amount',
      longHolding,
      review(longParams),
    ),
    scene(receiptView, 'receipt-loading', 'loading', 'On its way', on(), sent('pending')),
    scene(
      receiptView,
      'receipt-empty',
      'empty',
      'A transaction that is no longer stored',
      on(),
      connects,
      opens(receiptView, { hash: '0x0', network }),
      sees('no longer stored'),
    ),
    scene(receiptView, 'receipt-full', 'full', 'Confirmed', confirmed, sent('confirmed')),
    scene(
      receiptView,
      'receipt-error',
      'error',
      'The network rejected the transfer',
      failed,
      sent('failed'),
    ),
    scene(
      receiptView,
      'receipt-unknown',
      'step',
      'The network does not report the result',
      silent,
      sent('unknown'),
      sees('not reported on this transfer'),
    ),
    scene(
      receiptView,
      'receipt-different',
      'step',
      'The wallet sent another transaction',
      different,
      sent('different'),
      sees('Actually sent to'),
    ),
    scene(
      receiptView,
      'receipt-absent',
      'step',
      'The network does not know it',
      absent,
      sent('absent'),
      sees('does not know'),
    ),
    scene(
      receiptView,
      'receipt-long',
      'long',
      'A long name of the network',
      longNetwork,
      sent('pending'),
    ),
    scene(
      accountView,
      'notice-open',
      'step',
      'The account says that a payment may have been sent',
      failing,
      review(),
      confirms,
      opens(accountView),
      says('may have been sent'),
    ),
    scene(
      accountView,
      'notice-unknown',
      'step',
      'The account says that there is no answer yet',
      silent,
      form(usually),
      reviews,
      confirms,
      says('no answer yet'),
    ),
    scene(
      accountView,
      'notice',
      'step',
      'The account says that a transfer is under way',
      on(),
      form(usually),
      reviews,
      confirms,
      says('Sending 0.5 ETH'),
    ),
  ],
}
export default chapter
