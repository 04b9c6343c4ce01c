import { accountView } from '@portico/kernel/account'
import { receiptView } from '@portico/kernel/transactions'
import { swapPreviewView } from '@portico/plugin-swap'
import type { Chapter } from '../entry.js'
import { connects, opens, says, sees, settles } from '../scene.js'
import { shadow } from '../stage.js'
import { broken, declined, ether, halfWay, hashOf, long, longWorld, never, on } from '../swap-market.js'
import { asks, begins, confirms, isAsked, preview, quoted, reaches, scene, selling, serviceOf, unfolds } from '../swap-steps.js'

const confirmed = async () => ({ status: 'confirmed' }) as const
const slow = on({ quote: ({ slippageBasisPoints }, answer) => (slippageBasisPoints === 300 ? never() : Promise.resolve(answer)), hasOthers: false })
const priced = on({ quote: async (ask, answer) => ({ ...answer, providerFee: (ask.amount * 85n) / 10_000n }) })
const unable = on({ send: () => Promise.reject(Object.assign(new TypeError('This account cannot sign'), { code: 4200 })) })
const unclear = on({ send: broken })
const unclearApproval = on({ before: 'approve', send: broken })
const different = on({ outcome: confirmed, comparison: async () => ({ status: 'different', to: `0x${'7a'.repeat(20)}`, from: `0x${'5b'.repeat(20)}` }) })
const absent = on({ comparison: async () => ({ status: 'absent' }) })
const half = on({ before: 'approve', send: async count => (count ? never() : { hash: hashOf(count) }), outcome: confirmed })
const approving = on({ before: 'approve' })
const longSelling = { from: long, to: ether, amount: '123456.123456789012345678' }

const failing = on({ outcome: async () => ({ status: 'failed' }) })
const receipt = opens(receiptView, { hash: hashOf(0), network: ether.network })

/** The last look, how far it is, and what the account says of it. */
const chapter: Chapter = {
  entries: [
    scene(
      swapPreviewView,
      'preview-loading',
      'loading',
      'Another tolerance is asked for',
      slow,
      preview(),
      stage => void serviceOf(stage).setSlippage(300),
      reaches('quoting'),
    ),
    scene(swapPreviewView, 'preview-empty', 'empty', 'Nothing to preview any more', on(), connects, opens(swapPreviewView), sees('nothing left to preview')),
    scene(swapPreviewView, 'preview-full', 'full', 'The last look', on(), preview()),
    scene(
      swapPreviewView,
      'preview-routes',
      'step',
      'What each route gives, and the fee of a provider',
      priced,
      preview(),
      unfolds(1),
      says('after the network cost'),
    ),
    scene(swapPreviewView, 'preview-approval', 'step', 'An approval comes first', approving, preview(selling)),
    scene(
      swapPreviewView,
      'preview-unlimited',
      'step',
      'An approval without a limit',
      approving,
      preview(selling),
      stage => serviceOf(stage).setUnlimited(true),
      says('now or later'),
    ),
    scene(swapPreviewView, 'preview-allow', 'step', 'How much is allowed is chosen', approving, preview(selling), unfolds(), says('This swap only')),
    scene(
      swapPreviewView,
      'preview-stopped',
      'step',
      'The person stopped waiting, but the wallet may still ask',
      on({ send: never }),
      preview(),
      begins,
      isAsked,
      stage => serviceOf(stage).stop(),
      asks,
      says('Swap anyway'),
    ),
    scene(swapPreviewView, 'preview-unpriced', 'step', 'The value is unknown', on({ isUnpriced: true }), preview()),
    scene(swapPreviewView, 'preview-sure', 'step', 'A loss of twelve percent wants a second yes', on({ loss: 1_200n }), preview(), asks, says('Swap anyway')),
    scene(swapPreviewView, 'preview-refused', 'step', 'You would lose more than half', on({ loss: 6_000n }), preview(), sees('so this swap is blocked')),
    scene(
      swapPreviewView,
      'preview-expired',
      'step',
      'The price was too old',
      on({ expiresInMs: 5_000 }),
      preview(),
      stage => void stage.clock.forward(6_000),
      confirms,
      says('too old'),
    ),
    scene(swapPreviewView, 'preview-error', 'error', 'Declined', on({ send: declined }), preview(), confirms, sees('You declined')),
    scene(
      swapPreviewView,
      'preview-failed',
      'step',
      'The wallet could not',
      unable,
      preview(),
      confirms,
      stage => stage.until(() => shadow()?.querySelector('.p-view [role=alert]'), 'the sentence is there'),
      settles,
    ),
    scene(
      swapPreviewView,
      'preview-open',
      'error',
      'The wallet failed, and may have swapped it',
      unclear,
      preview(),
      confirms,
      sees('may have swapped'),
      says('Swap anyway'),
    ),
    scene(
      swapPreviewView,
      'preview-open-approval',
      'error',
      'The wallet failed, and may have sent the approval',
      unclearApproval,
      preview(selling),
      confirms,
      sees('may have sent your approval'),
      says('Swap anyway'),
    ),
    scene(swapPreviewView, 'preview-left', 'step', 'Declined after the approval', on(halfWay), preview(selling), confirms, says('Revoke')),
    scene(swapPreviewView, 'preview-long', 'long', 'Long names, long symbols, long amounts', on({ ...longWorld, before: 'approve' }), preview(longSelling)),
    scene(
      swapPreviewView,
      'under-way-approve',
      'step',
      'The wallet asks for the approval',
      on({ before: 'approve', send: never }),
      preview(selling),
      begins,
      says('Stop waiting'),
    ),
    scene(
      swapPreviewView,
      'under-way-network',
      'step',
      'The network confirms the approval',
      approving,
      preview(selling),
      begins,
      says('Waiting for the network'),
    ),
    scene(
      swapPreviewView,
      'under-way-permit',
      'step',
      'The wallet asks for a signature, for a long time',
      on({ before: 'permit' }),
      preview(selling),
      async stage => {
        stage.wallet('Fox Wallet').policy = 'hang'
        begins(stage)
        await stage.until(() => {
          stage.clock.forward(500)
          return shadow()?.textContent?.includes('longer than usual')
        }, 'it says that it takes longer than usual')
      },
      settles,
    ),
    scene(
      swapPreviewView,
      'under-way-swap',
      'step',
      'The wallet asks for the swap',
      half,
      preview(selling),
      begins,
      stage => stage.until(() => shadow()?.querySelector('.swap-done'), 'the approval is done'),
      says('Open Fox Wallet'),
    ),
    scene(receiptView, 'swap-receipt-loading', 'loading', 'On its way', on(), preview(), confirms, receipt, says('On its way')),
    scene(receiptView, 'swap-receipt-full', 'full', 'Swapped', on({ outcome: confirmed }), preview(), confirms, sees('Swapped 1 ETH'), receipt, says('Paid')),
    scene(
      receiptView,
      'swap-receipt-error',
      'error',
      'The network did not carry it out',
      failing,
      preview(),
      confirms,
      sees('did not carry'),
      receipt,
      says('Paid'),
    ),
    scene(
      receiptView,
      'swap-receipt-different',
      'step',
      'The wallet sent another transaction',
      different,
      preview(),
      confirms,
      receipt,
      sees('Actually sent to'),
      says('Actually sent from'),
    ),
    scene(receiptView, 'swap-receipt-absent', 'step', 'The network does not know it', absent, preview(), confirms, receipt, says('Not known to the network')),
    scene(receiptView, 'swap-receipt-long', 'long', 'A long symbol, a long amount', on(longWorld), preview(longSelling), confirms, receipt, says('On its way')),
    scene(
      accountView,
      'notice-open',
      'step',
      'The account says that something may have been swapped',
      unclear,
      preview(),
      confirms,
      opens(accountView),
      says('may have been swapped'),
    ),
    scene(accountView, 'notice-different', 'step', 'The wallet sent another transaction', different, preview(), confirms, says('Not what you confirmed')),
    scene(accountView, 'notice-absent', 'step', 'The network does not know the swap', absent, preview(), confirms, says('not known to the network')),
    scene(accountView, 'sent', 'step', 'The account says that a swap is under way', on(), preview(), confirms, says('The network confirms it soon')),
    scene(accountView, 'swapped', 'step', 'Swapped', on({ outcome: confirmed }), preview(), confirms, says('Swapped 1 ETH')),
    scene(accountView, 'reverted', 'step', 'The network did not carry it out', failing, preview(), confirms, says('did not carry out')),
    scene(
      accountView,
      'allowed',
      'step',
      'The account says that something was allowed and not swapped',
      on(halfWay),
      quoted(selling),
      confirms,
      opens(accountView),
      says('allowed, not swapped'),
    ),
  ],
}
export default chapter
