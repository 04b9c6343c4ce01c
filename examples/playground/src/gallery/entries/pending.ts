import {
  type Replaced,
  type Replacement,
  transactionsCapability,
} from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { activeAccount } from '@portico/kernel/session'
import { outboxService, pendingView } from '@portico/kernel/transactions'
import { mainnet } from '@portico/plugin-eip155'
import { transactions } from '@portico/plugin-transactions'
import { definePlugin, type Plugin } from '@portico/sdk'
import type { Chapter, Entry } from '../entry.js'
import { longNames } from '../names.js'
import type { Setting, Stage } from '../stage.js'

const view = pendingView.id
const network = mainnet.caipNetworkId
const hash = `0x${'5e'.repeat(32)}`
const never = () => new Promise<never>(() => undefined)
const option = (kind: Replacement['kind'], amount: bigint): Replacement => ({
  kind,
  draft: { dialect: 'eip155/transaction', network, body: {} },
  fee: { kind: 'native', amount },
})
const both = [option('speedUp', 412_300_000_000_000n), option('cancel', 96_000_000_000_000n)]

interface Ledger {
  readonly options?: () => Promise<readonly Replacement[]>
  readonly replace?: () => Promise<Replaced>
}
const ledger = ({ options = async () => both, replace = never }: Ledger): Plugin =>
  definePlugin({
    id: 'gallery/ledger',
    setup: context =>
      void context.offer(transactionsCapability, network, {
        dialects: ['eip155/transaction'],
        estimate: never,
        send: never,
        confirm: never,
        replacements: options,
        replace,
      }),
  })
const on = (of: Ledger = {}): Setting => ({
  plugins: chain => [chain, ledger(of), transactions()],
})
const opened =
  (said: string, description = 'Minted ticket 7') =>
  async ({ connect, portico, see }: Stage) => {
    await connect()
    const account = activeAccount(portico.kernel)
    if (account)
      await portico.kernel.use(outboxService).add({ hash, network, account, description })
    portico.kernel.views.push(pendingView, { hash, network })
    await see(said)
  }
const pressed =
  (buttons: readonly string[], said: string) =>
  async (stage: Stage): Promise<void> => {
    await opened('Remove from this list')(stage)
    await stage.see('Cancel transaction')
    for (const button of buttons) await stage.press(button)
    await stage.see(said)
    stage.answered()
  }
const entry = (
  id: string,
  kind: Entry['kind'],
  title: string,
  setting: Setting,
  prepare: Entry['prepare'],
): Entry => ({ id: `pending/${id}`, view, kind, title, setting, prepare })

const chapter: Chapter = {
  hasIcons: true,
  plugins: () => [transactions()],
  entries: [
    entry(
      'loading',
      'loading',
      'What can replace it is on its way',
      on({ options: never }),
      opened('Minted ticket 7'),
    ),
    entry(
      'empty',
      'empty',
      'It can only be removed',
      on({ options: async () => [] }),
      opened('cannot be sped up or cancelled from here'),
    ),
    entry('full', 'full', 'Sped up, cancelled or removed', on(), opened('Speed up')),
    entry(
      'error',
      'error',
      'The network does not answer',
      on({ options: () => Promise.reject(new ChainError('CHAIN_UNAVAILABLE')) }),
      opened('does not say whether'),
    ),
    entry('long', 'long', 'A long description', on(), opened('Speed up', longNames.join(' '))),
    entry('asking', 'step', 'The wallet asks', on(), pressed(['Speed up'], 'to approve')),
    entry(
      'declined',
      'step',
      'Declined in the wallet',
      on({ replace: () => Promise.reject(Object.assign(new TypeError('no'), { code: 4001 })) }),
      pressed(['Speed up'], 'You declined'),
    ),
    entry(
      'unsupported',
      'step',
      'The wallet signs no replacement',
      on({ replace: () => Promise.reject(new ChainError('WALLET_UNSUPPORTED')) }),
      pressed(['Speed up'], 'does not do this for other apps'),
    ),
    entry(
      'sped-up',
      'step',
      'Sent with a higher fee',
      on({ replace: async () => ({ hash: `0x${'6f'.repeat(32)}`, isSure: true }) }),
      pressed(['Speed up'], 'Sent with a higher fee'),
    ),
    entry(
      'cancelling',
      'step',
      'The cancellation is on its way',
      on({ replace: async () => ({ hash: `0x${'6f'.repeat(32)}`, isSure: true }) }),
      pressed(['Cancel transaction'], 'The cancellation is on its way'),
    ),
    entry(
      'unsure',
      'step',
      'The wallet sent the cancellation as another transaction',
      on({ replace: async () => ({ hash: `0x${'6f'.repeat(32)}`, isSure: false }) }),
      pressed(['Cancel transaction'], 'Your payment may still happen'),
    ),
    entry(
      'unsureFee',
      'step',
      'No endpoint said whether it took the higher fee',
      on({ replace: async () => ({ hash: `0x${'6f'.repeat(32)}`, isSure: false }) }),
      pressed(['Speed up'], 'The network does not say whether the higher fee was sent'),
    ),
    entry(
      'removing',
      'step',
      'The question before it is removed',
      on(),
      pressed(['Remove from this list'], 'Remove this transaction?'),
    ),
    entry('over', 'step', 'It is not pending any more', on(), async stage => {
      await stage.connect()
      stage.portico.kernel.views.push(pendingView, { hash, network })
      await stage.see('not pending any more')
    }),
  ],
}
export default chapter
