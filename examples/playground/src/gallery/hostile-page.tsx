/** A page for names that mean harm: twenty modals at once, each with a wallet, a network, a coin and a profile of one such name; some with what an account has, of several. */

import { type AnyView, defineView } from '@portico/kernel'
import { displayText, message } from '@portico/kernel/contracts'
import { mockEvmWallet } from '@portico/mock-wallets'
import { defineEvmNetwork, eip155 } from '@portico/plugin-eip155'
import { transactionView } from '@portico/plugin-history'
import { nftGallery, nftsSlice, nftView } from '@portico/plugin-nfts'
import { sendPreviewView, sendReceiptView, sendSelectTokenView, sendService, sendSlice, sendView } from '@portico/plugin-send'
import { accountView, connection, createPortico, memoryStorage, networksView, type Portico, settingsView, toasts } from '@portico/sdk'
import { ConnectButton, NetworkButton, PorticoProvider } from '@portico/sdk/react'
import { createRoot } from 'react-dom/client'
import { world } from '../world.js'
import { companion } from './companion.js'
import { widthFaults } from './faults.js'
import { installNode } from './node.js'
import { type Purse, purse } from './purse.js'

/** What tests ask of the page. */
export interface HostilePage {
  /** Shows the names in every text field of every view; answers what went wrong, with the name. */
  show(names: readonly string[]): Promise<readonly string[]>
}
declare global {
  interface Window {
    readonly galleryHostile: HostilePage
  }
}
const [key = '0x'] = world.keys
/** So many names are in one purse, one to a row or a field. */
const inPurse = 4
/** The tabs beside that of the tokens. */
const tabs = [
  { view: 'Account, NFTs', shows: '.p-nft' },
  { view: 'Account, activity', shows: '.p-moves' },
]
const walletsView = /* @__PURE__ */ defineView('Wallets')
const rootIn = (place: HTMLElement) => place.firstElementChild?.shadowRoot
/** Whether it shows this view, and in it what is looked for. */
const isAt =
  ({ id }: AnyView, shows: string) =>
  ({ portico, place }: { readonly portico: Portico; readonly place: HTMLElement }) =>
    portico.kernel.views.current?.id === id && !!rootIn(place)?.querySelector(shows)
const frames = async (count: number) => {
  for (let frame = 0; frame < count; frame++) await new Promise(resolve => requestAnimationFrame(resolve))
}

export function showHostile(): void {
  const node = installNode(window)
  const state = { count: 0 }

  /** `own`: the names of what it has; an account of whoever has none is empty. */
  const guest = (name: string, own: readonly string[]) => {
    const at = ++state.count
    const id = `hostile.name-${at}`
    const errors: string[] = []
    // A wallet whose name has nothing to be seen in it is no wallet; the network, the coin and the profile may have one.
    const wallet = mockEvmWallet({
      name: `${at}`,
      rdns: id,
      accounts: [key],
      chains: { 1: node.urlOf(1) },
      info: { name: displayText(name) ? name : `name ${at}` },
      flags: { [name]: name },
    })
    const network = defineEvmNetwork({
      chainId: 1,
      name,
      rpcUrls: [node.urlOf(1)],
      nativeCurrency: { name, symbol: name, decimals: 18 },
      explorer: { name, url: 'https://explorer.example' },
    })
    const has = own.length ? purse(network.caipNetworkId, own) : undefined
    const other = defineEvmNetwork({ chainId: 8453, name: `${name}${name}`, rpcUrls: [node.urlOf(8453)] })
    const place = document.createElement('div')
    place.style.inlineSize = '360px'
    const bar = document.createElement('div')
    document.body.append(bar, place)
    const portico = createPortico({
      plugins: [
        eip155({ networks: [network, other] }),
        ...(has?.plugins ?? []),
        companion({ account: !has, called: { namespace: network.chainNamespace, name } }),
      ],
      storage: memoryStorage(),
      onError: (error, plugin) => errors.push(`${plugin}: ${error instanceof Error ? `${error.name} ${error.message}` : String(error)}`),
    })
    const root = createRoot(bar)
    root.render(
      <PorticoProvider portico={portico}>
        <NetworkButton /> <ConnectButton />
      </PorticoProvider>,
    )
    const remove = portico.embed(place)
    return {
      name,
      id,
      wallet,
      has,
      network: network.caipNetworkId,
      portico,
      errors,
      place,
      leave() {
        wallet.vanish()
        remove()
        root.unmount()
        portico.dispose()
        place.remove()
        bar.remove()
      },
    }
  }
  type Guest = ReturnType<typeof guest>
  type Owner = Guest & { readonly has: Purse }
  const isOwner = (guest: Guest): guest is Owner => guest.has !== undefined
  interface Step<Who> {
    readonly view: string
    readonly run: (guest: Who) => unknown
    readonly is: (guest: Who) => boolean
  }

  const coming: readonly Step<Guest>[] = [
    { view: 'Connect', run: () => undefined, is: ({ place }) => !!place.firstElementChild?.shadowRoot?.querySelector('.p-row-title') },
    {
      view: 'ConnectingExternal',
      run: ({ portico, id, wallet }) => {
        wallet.policy = { error: { code: -32603, message: wallet.info.name, data: { message: wallet.info.name } } }
        portico.kernel
          .use(connection)
          .connect(id)
          .catch(() => undefined)
      },
      is: ({ portico, place }) =>
        portico.kernel.views.current?.id === 'ConnectingExternal' && !!place.firstElementChild?.shadowRoot?.querySelector('.p-waiting-failed'),
    },
    {
      view: 'Account',
      run: ({ portico, id, wallet }) => {
        wallet.policy = 'approve'
        portico.kernel
          .use(connection)
          .connect(id)
          .catch(() => undefined)
      },
      is: ({ portico, place, has }) =>
        portico.kernel.views.current?.id === accountView.id && !!rootIn(place)?.querySelector(has ? '.p-tokens .p-row-title' : '.p-amount'),
    },
  ]
  const spending: readonly Step<Owner>[] = [
    ...tabs.map(({ view, shows }, at) => ({
      view,
      run: ({ place, portico }: Owner) => {
        void portico.kernel.use(nftGallery).showHidden(true)
        rootIn(place)?.querySelectorAll<HTMLElement>('[role=tab]')[at + 1]?.click()
      },
      is: ({ place }: Owner) => !!rootIn(place)?.querySelector(shows),
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
      view: sendView.id,
      run: ({ portico, has: { transfer } }) => portico.kernel.views.push(sendView, transfer),
      is: guest => isAt(sendView, '.send-token')(guest) && guest.portico.kernel.state(sendSlice).recipient.name === 'known',
    },
    {
      view: sendSelectTokenView.id,
      run: ({ portico }) => portico.kernel.views.push(sendSelectTokenView),
      is: isAt(sendSelectTokenView, '.send-pick .p-row-title'),
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
      view: sendReceiptView.id,
      async run({ portico, has: { hash }, network }) {
        await portico.kernel.use(sendService).confirm()
        portico.kernel.views.push(sendReceiptView, { hash, network })
      },
      is: isAt(sendReceiptView, '.send-status h3'),
    },
  ]
  const leaving: readonly Step<Guest>[] = [
    ...[walletsView, settingsView, networksView].map(view => ({
      view: view.id,
      run: ({ portico, name }: Guest) => {
        portico.kernel.views.push(view)
        portico.kernel.use(toasts).success(message(name, '{name}', { name }))
        portico.kernel.use(toasts).alert({ kind: 'warning', title: message(name, '{name}', { name }), detail: message(name, name) })
      },
      // Not what is left of the view before it.
      is: ({ portico, place }: Guest) => {
        const root = place.firstElementChild?.shadowRoot
        return root?.querySelector('h2')?.textContent === portico.kernel.views.entry(view.id)?.title?.en && !!root?.querySelector('.p-row-title')
      },
    })),
    {
      view: 'UnsupportedChain',
      run: ({ wallet }) => wallet.switchChain(31_337),
      is: ({ place }) => !!place.firstElementChild?.shadowRoot?.querySelector('.p-button-danger') && !!place.firstElementChild.shadowRoot.querySelector('h3'),
    },
  ]

  const rootOf = ({ place }: Guest) => place.firstElementChild?.shadowRoot
  /** What a name has done to the view that shows it. */
  const faultsOf = (guest: Guest): readonly string[] => {
    const root = rootOf(guest)
    // The forms of a choice of few (see Segmented) and of Send are ours.
    const made =
      root?.querySelectorAll('script,iframe,object,embed,style,link,base,form:not(:has(>.p-choices),.send-form),svg[onload],img:not([alt=""])').length ?? 0
    return [...(made ? [`${made} elements were made of it`] : []), ...(root?.textContent?.includes('does not work right now') ? ['a view crashed'] : [])]
  }
  const take = async <Who extends Guest>({ view, run, is }: Step<Who>, guests: readonly Who[]): Promise<readonly string[]> => {
    for (const one of guests) run(one)
    const late = () => guests.filter(one => !is(one))
    for (let look = 0; look < 2_000 && late().length; look++) await new Promise(resolve => setTimeout(resolve, 25))
    await frames(2)
    return [
      ...late().map(
        one =>
          `${view} was not reached with ${JSON.stringify(one.name)}, but ${one.portico.kernel.views.current?.id}: ${rootOf(one)?.textContent} ${one.errors.join(' ')}`,
      ),
      ...widthFaults().map(fault => `${view}: ${fault}`),
      ...guests.flatMap(one => faultsOf(one).map(fault => `${view}: ${fault}: ${JSON.stringify(one.name)}`)),
    ]
  }
  const shown: HostilePage = {
    async show(names) {
      const guests = names.map((name, at) => guest(name, at % inPurse ? [] : names.slice(at, at + inPurse)))
      const faults: string[] = []
      for (const step of coming) faults.push(...(await take(step, guests)))
      for (const step of spending) faults.push(...(await take(step, guests.filter(isOwner))))
      for (const step of leaving) faults.push(...(await take(step, guests)))
      for (const one of guests) {
        faults.push(...one.errors.filter(isUnexpected).map(error => `${JSON.stringify(one.name)}: ${error}`))
        one.leave()
      }
      return '__pwn' in window ? [...faults, 'a script ran'] : faults
    },
  }
  Object.assign(window, { galleryHostile: shown })
}

/** A wallet that fails is reported; that is what it was told to do. So is a picture of a token whose address is such a name. */
const isUnexpected = (error: string) => !/ConnectionError|UiError An image was not shown/.test(error)
