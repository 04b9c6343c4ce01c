/**
 * The steps of a guest with a hostile name through every view: how to open each view, and how to
 * detect that it is open.
 */

import { type AnyView, defineView } from '@portico/kernel'
import { message } from '@portico/kernel/text'
import { receiptView } from '@portico/kernel/transactions'
import type { MockEvmWallet } from '@portico/mock-wallets'
import { importTokenView } from '@portico/plugin-balances'
import { transactionView } from '@portico/plugin-history'
import { nftGalleryService, nftsSlice, nftView } from '@portico/plugin-nfts'
import { receiveView } from '@portico/plugin-receive'
import {
  sendPreviewView,
  sendSelectTokenView,
  sendService,
  sendSlice,
  sendView,
} from '@portico/plugin-send'
import {
  connectingSiweView,
  signInsView,
  siwxService,
  siwxSignMessageView,
} from '@portico/plugin-siwx'
import {
  swapPreviewView,
  swapSelectTokenView,
  swapService,
  swapSlice,
  swapView,
} from '@portico/plugin-swap'
import {
  accountView,
  connectionService,
  networksView,
  type Portico,
  settingsView,
  toastsService,
} from '@portico/sdk'
import type { HostileData } from './hostile-data.js'

export interface Guest {
  readonly name: string
  /** Of the wallet. */
  readonly id: string
  readonly wallet: MockEvmWallet
  readonly portico: Portico
  readonly place: HTMLElement
  readonly network: `${string}:${string}`
  readonly errors: readonly string[]
  /** What the account has, where it has anything. */
  readonly has: HostileData | undefined
  /** Whether a message is signed on the way in. */
  readonly signs: boolean
}
export type Owner = Guest & { readonly has: HostileData }
export interface Step<Who> {
  readonly view: string
  run(guest: Who): unknown
  is(guest: Who): boolean
}

export const rootOf = ({ place }: Pick<Guest, 'place'>) => place.firstElementChild?.shadowRoot
const find = (guest: Guest, what: string) => rootOf(guest)?.querySelector<HTMLElement>(what)
/** Whether it shows this view, and in it what is looked for. */
const isAt =
  ({ id }: Pick<AnyView, 'id'>, shows: string) =>
  (guest: Guest) =>
    guest.portico.kernel.views.current?.id === id && !!find(guest, shows)

const walletsView = /* @__PURE__ */ defineView('Wallets')
const connect = ({ portico, id }: Guest) =>
  void portico.kernel
    .use(connectionService)
    .connect(id)
    .catch(() => undefined)

export const coming: readonly Step<Guest>[] = [
  { view: 'Connect', run: () => undefined, is: guest => !!find(guest, '.p-row-title') },
  {
    view: 'ConnectingExternal',
    run(guest) {
      const { wallet } = guest
      wallet.policy = {
        error: { code: -32603, message: wallet.info.name, data: { message: wallet.info.name } },
      }
      connect(guest)
    },
    is: isAt({ id: 'ConnectingExternal' }, '.p-waiting-failed'),
  },
  {
    view: 'Account',
    run(guest) {
      guest.wallet.policy = 'approve'
      connect(guest)
    },
    is: guest =>
      (guest.signs
        ? isAt(siwxSignMessageView, '.p-sign-message')
        : isAt(accountView, guest.has ? '.p-tokens .p-row-title' : '.p-amount'))(guest),
  },
]

export const signing: readonly Step<Guest>[] = [
  {
    view: connectingSiweView.id,
    run({ portico, wallet }) {
      wallet.policy = 'hang'
      void portico.kernel.use(siwxService).sign()
    },
    is: isAt(connectingSiweView, '.p-waiting'),
  },
  {
    view: signInsView.id,
    async run({ portico, wallet }) {
      const { stopWaiting, sign } = portico.kernel.use(siwxService)
      await stopWaiting()
      wallet.policy = 'approve'
      await sign()
      portico.kernel.views.push(signInsView)
    },
    is: isAt(signInsView, '.p-row-title'),
  },
]

/** The tabs beside that of the tokens. */
const tabs = [
  { view: 'Account, NFTs', shows: '.p-nft' },
  { view: 'Account, activity', shows: '.p-moves' },
]
const typed = (guest: Guest, text: string) => {
  const field = rootOf(guest)?.querySelector('input')
  // React listens to what the browser would have changed.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field?.dispatchEvent(new Event('input', { bubbles: true }))
}
const isQuoted = ({ portico }: Guest) => portico.kernel.state(swapSlice).phase.name === 'quoted'

export const spending: readonly Step<Owner>[] = [
  ...tabs.map(({ view, shows }, at) => ({
    view,
    run(guest: Owner) {
      void guest.portico.kernel.use(nftGalleryService).showHidden(true)
      rootOf(guest)?.querySelectorAll<HTMLElement>('[role=tab]')[at + 1]?.click()
    },
    is: (guest: Owner) => !!find(guest, shows),
  })),
  {
    view: transactionView.id,
    run: ({ portico, has: { entry } }) => portico.kernel.views.push(transactionView, { entry }),
    is: isAt(transactionView, '.p-what'),
  },
  {
    view: nftView.id,
    run({ portico }) {
      const [nft] = portico.kernel.state(nftsSlice).items
      if (nft) portico.kernel.views.push(nftView, { nft })
    },
    is: isAt(nftView, '.p-nft-large'),
  },
  {
    view: `${importTokenView.id}, empty`,
    run: ({ portico }) => portico.kernel.views.push(importTokenView),
    is: isAt(importTokenView, 'input'),
  },
  {
    view: importTokenView.id,
    run(guest) {
      typed(guest, guest.has.stray)
      requestAnimationFrame(() =>
        find(guest, 'form')?.querySelector<HTMLElement>('[type=submit]')?.click(),
      )
    },
    is: isAt(importTokenView, '.p-row-title'),
  },
  {
    view: receiveView.id,
    run: ({ portico, has: { transfer } }) =>
      portico.kernel.views.push(receiveView, { token: transfer.token, amount: transfer.amount }),
    is: isAt(receiveView, '.receive-code svg'),
  },
  {
    view: sendView.id,
    run: ({ portico, has: { transfer } }) => portico.kernel.views.push(sendView, transfer),
    is: guest =>
      isAt(sendView, '.send-token')(guest) &&
      guest.portico.kernel.state(sendSlice).recipient.name === 'known',
  },
  {
    view: sendSelectTokenView.id,
    run: ({ portico }) => portico.kernel.views.push(sendSelectTokenView),
    is: isAt(sendSelectTokenView, '.p-long .p-row-title'),
  },
  {
    view: sendPreviewView.id,
    async run({ portico }) {
      portico.kernel.views.back()
      await portico.kernel.use(sendService).review()
    },
    is: isAt(sendPreviewView, '.send-loss'),
  },
  {
    view: receiptView.id,
    async run({ portico, has: { hash }, network }) {
      await portico.kernel.use(sendService).confirm()
      portico.kernel.views.push(receiptView, { hash, network })
    },
    is: isAt(receiptView, '[role=status] h3'),
  },
  {
    view: swapView.id,
    async run({ portico, has: { transfer, wanted } }) {
      const swap = portico.kernel.use(swapService)
      await swap.initialize()
      await swap.selectSource(transfer.token)
      await swap.selectTarget(wanted)
      portico.kernel.views.push(swapView, undefined)
    },
    is: guest => isAt(swapView, '.swap-cards')(guest) && isQuoted(guest),
  },
  {
    view: swapSelectTokenView.id,
    run: ({ portico }) =>
      portico.kernel.views.push(swapSelectTokenView, { side: 'target' } as const),
    is: isAt(swapSelectTokenView, '.p-long .p-row-title'),
  },
  {
    view: swapPreviewView.id,
    async run({ portico }) {
      await portico.kernel.use(swapService).setUnlimited(true)
      portico.kernel.views.push(swapPreviewView)
    },
    is: guest => isAt(swapPreviewView, '.swap-steps')(guest) && isQuoted(guest),
  },
  {
    view: `${swapPreviewView.id}, its routes`,
    run: guest =>
      rootOf(guest)
        ?.querySelectorAll<HTMLElement>('.swap-open[aria-expanded=false]')
        .forEach(one => void one.click()),
    is: isAt(swapPreviewView, '.swap-routes'),
  },
  {
    view: `${swapPreviewView.id}, declined after the approval`,
    run: ({ portico }) => portico.kernel.use(swapService).confirm({ sure: true }),
    is: guest => isQuoted(guest) && isAt(swapPreviewView, '.p-foot .p-note .p-button')(guest),
  },
  {
    view: 'Account, what is under way',
    run: ({ portico }) => portico.kernel.views.reset(accountView),
    is: guest =>
      isAt(accountView, '.p-moves')(guest) &&
      (rootOf(guest)?.textContent?.includes('allowed, not swapped') ?? false),
  },
]

export const lastSteps: readonly Step<Guest>[] = [
  ...[walletsView, settingsView, networksView].map(view => ({
    view: view.id,
    run: ({ portico, name }: Guest) => {
      portico.kernel.views.push(view)
      portico.kernel.use(toastsService).success(message(name, '{name}', { name }))
      portico.kernel.use(toastsService).alert({
        kind: 'warning',
        title: message(name, '{name}', { name }),
        detail: message(name, name),
      })
    },
    // Not what is left of the view before it.
    is: (guest: Guest) =>
      find(guest, 'h2')?.textContent === guest.portico.kernel.views.entry(view.id)?.title?.en &&
      !!find(guest, '.p-row-title'),
  })),
  {
    view: 'UnsupportedChain',
    run: ({ wallet }) => wallet.switchChain(31_337),
    is: guest => !!find(guest, '.p-button-danger') && !!find(guest, 'h3'),
  },
]
