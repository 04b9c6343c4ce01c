/** A page for names that mean harm: twenty modals at once, each with a wallet, a network, a coin and a profile of one such name. */

import { defineView } from '@portico/kernel'
import { displayText, message } from '@portico/kernel/contracts'
import { mockEvmWallet } from '@portico/mock-wallets'
import { defineEvmNetwork, eip155 } from '@portico/plugin-eip155'
import { accountView, connection, createPortico, memoryStorage, networksView, settingsView, toasts } from '@portico/sdk'
import { ConnectButton, NetworkButton, PorticoProvider } from '@portico/sdk/react'
import { createRoot } from 'react-dom/client'
import { world } from '../world.js'
import { companion } from './companion.js'
import { widthFaults } from './faults.js'
import { installNode } from './node.js'

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
const walletsView = /* @__PURE__ */ defineView('Wallets')
const frames = async (count: number) => {
  for (let frame = 0; frame < count; frame++) await new Promise(resolve => requestAnimationFrame(resolve))
}

export function showHostile(): void {
  const node = installNode(window)
  const state = { count: 0 }

  const guest = (name: string) => {
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
    const other = defineEvmNetwork({ chainId: 8453, name: `${name}${name}`, rpcUrls: [node.urlOf(8453)] })
    const place = document.createElement('div')
    place.style.inlineSize = '360px'
    const bar = document.createElement('div')
    document.body.append(bar, place)
    const portico = createPortico({
      plugins: [eip155({ networks: [network, other] }), companion({ account: true, called: { namespace: network.chainNamespace, name } })],
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

  const steps: readonly { readonly view: string; readonly run: (guest: Guest) => unknown; readonly is: (guest: Guest) => boolean }[] = [
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
      is: ({ portico, place }) => portico.kernel.views.current?.id === accountView.id && !!place.firstElementChild?.shadowRoot?.querySelector('.p-amount'),
    },
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
    // The form of a choice of few is ours (see Segmented).
    const made = root?.querySelectorAll('script,iframe,object,embed,style,link,base,form:not(:has(>.p-choices)),svg[onload],img:not([alt=""])').length ?? 0
    return [...(made ? [`${made} elements were made of it`] : []), ...(root?.textContent?.includes('does not work right now') ? ['a view crashed'] : [])]
  }
  const take = async ({ view, run, is }: (typeof steps)[number], guests: readonly Guest[]): Promise<readonly string[]> => {
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
      const guests = names.map(guest)
      const faults: string[] = []
      for (const step of steps) faults.push(...(await take(step, guests)))
      for (const one of guests) {
        faults.push(...one.errors.filter(isUnexpected).map(error => `${JSON.stringify(one.name)}: ${error}`))
        one.leave()
      }
      return '__pwn' in window ? [...faults, 'a script ran'] : faults
    },
  }
  Object.assign(window, { galleryHostile: shown })
}

/** A wallet that fails is reported; that is what it was told to do. */
const isUnexpected = (error: string) => !/ConnectionError/.test(error)
