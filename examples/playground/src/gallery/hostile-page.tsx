/**
 * A page for names that mean harm: twenty modals at once, each with a wallet, a network, a coin and
 * a profile of one such name; some with what an account has, of several, some with a message to
 * sign.
 */

import { displayText } from '@portico/kernel/text'
import { mockEvmWallet } from '@portico/mock-wallets'
import { defineEvmNetwork, eip155 } from '@portico/plugin-eip155'
import { siwx } from '@portico/plugin-siwx'
import { createPortico, memoryStorage } from '@portico/sdk'
import { ConnectButton, NetworkButton, PorticoProvider } from '@portico/sdk/react'
import { createRoot } from 'react-dom/client'
import { world } from '../world.js'
import { widthFaults } from './faults.js'
import { hostileData } from './hostile-data.js'
import {
  coming,
  type Guest,
  lastSteps,
  type Owner,
  rootOf,
  type Step,
  signing,
  spending,
} from './hostile-steps.js'
import { installNode } from './node.js'
import { sampleFeatures } from './sample-features.js'

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
/** How many names the data of one account has. */
const namesPerAccount = 4
const frames = async (count: number) => {
  for (let frame = 0; frame < count; frame++)
    await new Promise(resolve => requestAnimationFrame(resolve))
}
const isOwner = <Who extends Guest>(guest: Who): guest is Who & Owner => guest.has !== undefined

export function showHostile(): void {
  const node = installNode(window)
  const state = { count: 0 }

  /** `own`: the names of what it has; without them the account is empty. */
  const guest = (name: string, own: readonly string[], signs: boolean) => {
    const at = ++state.count
    const id = `hostile.name-${at}`
    const errors: string[] = []
    // A wallet whose name has nothing to be seen in it is no wallet; the network, the coin and the
    // profile may have one.
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
    const has = own.length ? hostileData(network.caipNetworkId, own) : undefined
    const other = defineEvmNetwork({
      chainId: 8453,
      name: `${name}${name}`,
      rpcUrls: [node.urlOf(8453)],
    })
    const place = document.createElement('div')
    place.style.inlineSize = '360px'
    const bar = document.createElement('div')
    document.body.append(bar, place)
    const portico = createPortico({
      plugins: [
        eip155({ networks: [network, other] }),
        ...(has?.plugins ?? []),
        ...(signs ? [siwx({ required: false, createMessage: () => name })] : []),
        sampleFeatures({ account: !has, called: { namespace: network.namespace, name } }),
      ],
      storage: memoryStorage(),
      afterConnect: 'account',
      onError: (error, plugin) =>
        errors.push(
          `${plugin}: ${error instanceof Error ? `${error.name} ${error.message}` : String(error)}`,
        ),
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
      signs,
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

  const take = async <Who extends Guest>(
    { view, run, is }: Step<Who>,
    guests: readonly Who[],
  ): Promise<readonly string[]> => {
    for (const one of guests) run(one)
    const late = () => guests.filter(one => !is(one))
    for (let look = 0; look < 600 && late().length; look++)
      await new Promise(resolve => setTimeout(resolve, 25))
    await frames(2)
    return [
      ...late().map(
        one =>
          `${view} was not reached with ${JSON.stringify(one.name)}, but ${one.portico.kernel.views.current?.id}: ${rootOf(one)?.textContent} ${one.errors.join(' ')}`,
      ),
      ...widthFaults()
        .filter(isFault)
        .map(fault => `${view}: ${fault}`),
      ...guests.flatMap(one =>
        faultsOf(one).map(fault => `${view}: ${fault}: ${JSON.stringify(one.name)}`),
      ),
    ]
  }
  const shown: HostilePage = {
    async show(names) {
      const guests = names.map((name, at) =>
        guest(
          name,
          at % namesPerAccount ? [] : names.slice(at, at + namesPerAccount),
          at % namesPerAccount === 1 && name !== '',
        ),
      )
      const faults: string[] = []
      for (const step of coming) faults.push(...(await take(step, guests)))
      for (const step of signing)
        faults.push(
          ...(await take(
            step,
            guests.filter(({ signs }) => signs),
          )),
        )
      for (const step of spending) faults.push(...(await take(step, guests.filter(isOwner))))
      for (const step of lastSteps) faults.push(...(await take(step, guests)))
      for (const one of guests) {
        faults.push(
          ...one.errors.filter(isUnexpected).map(error => `${JSON.stringify(one.name)}: ${error}`),
        )
        one.leave()
      }
      return '__pwn' in window ? [...faults, 'a script ran'] : faults
    },
  }
  Object.assign(window, { galleryHostile: shown })
}

/**
 * Ignores the two expected errors: the wallet fails on purpose, and the picture of a token has a
 * hostile name as its address.
 */
const isUnexpected = (error: string) =>
  !/ConnectionError|UiError An image was not shown/.test(error)

/**
 * A message is shown unchanged, in a scrolling box, so stacked accents may overflow there.
 */
const isFault = (fault: string) =>
  !fault.startsWith('is cut off sideways: <section class="p-sign-message">')

/** The forms of a choice of few (see Segmented), of Send and of a token that is added are ours. */
const made =
  'script,iframe,object,embed,style,link,base,form:not(:has(>.p-choices,>.p-stack .p-text-field,>.swap-cards),.send-form),svg[onload],img:not([alt=""])'
/**
 * Invisible characters, and those that change the text direction. Line breaks are allowed; a
 * message is shown unchanged, and a choice isolates its figures.
 */
const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{DI}]/u
const attributes = ['aria-label', 'title', 'placeholder']

/** The faults that a name causes in the view that shows it. */
function faultsOf(guest: Guest): readonly string[] {
  const root = rootOf(guest)
  if (!root) return ['nothing is shown']
  const count = root.querySelectorAll(made).length
  const leaks = [...root.querySelectorAll('*')].filter(one => {
    const own = [...one.childNodes].flatMap(part => (part instanceof Text ? part.data : []))
    return (
      !one.matches('.p-sign-message,.p-choice') &&
      [...own, ...attributes.map(name => one.getAttribute(name) ?? '')].some(text =>
        unseen.test(text),
      )
    )
  })
  return [
    ...(count ? [`${count} elements were made of it`] : []),
    ...leaks.map(
      one =>
        `an invisible character is in ${one.outerHTML.slice(0, 120)} of ${one.parentElement?.className}`,
    ),
    ...(root.textContent?.includes('does not work right now') ? ['a view crashed'] : []),
  ]
}
