/** A scripted wallet that is an object in the page, for the rig of a chain with such wallets. */
import type { WalletLie, WalletRig } from './chain-rig.js'
import { TestingError } from './errors.js'

export interface ScriptedObjectWalletOptions<Network> {
  /** The selected one first. */
  readonly accounts: readonly [string, ...string[]]
  /** Where the wallet is at first, as the wallet names it. */
  readonly network: Network
  /** The wallet shows a page only the selected account. */
  readonly showsOne?: boolean
  /** What it reports for the lies: an account that is none, and a network that is none. */
  readonly malformed?: string
  readonly elsewhere?: unknown
  /** The wallet's own network for one of the host's, for `moveTo`. */
  networkOf?(network: string): Network
  /**
   * What a request of a wallet resolves with that the person declines, where it does not reject.
   * Default: it rejects with the code 4001.
   */
  readonly declined?: object
  /** The wallet signs transactions and the page submits them: `takesOther` tells when to lie. */
  readonly onlySigns?: boolean
  readonly inapplicable?: WalletRig['inapplicable']
}

/** The wallet and its remote control, which is the `wallet` of a chain's rig. */
export interface ScriptedObjectWallet<Network> extends WalletRig {
  /** What an approved page sees now, lies included. No accounts: locked, or not approved. */
  state(): { readonly accounts: readonly string[]; readonly network: Network }
  /** Shows a prompt, and answers as `policy` says: `approved` runs after the person agreed. */
  ask<Answer>(approved: () => Answer): Promise<Awaited<Answer>>
  /**
   * Approves the page after a prompt. Without a prompt where it was approved before. Resolves with
   * `declined` where that is given and the person declines.
   */
  connect(): Promise<unknown>
  /** The page disconnects: the wallet forgets it. */
  forget(): void
  /** Subscribes a page to `changed` or `gone`, as the wallet's own events. */
  on(event: 'changed' | 'gone', listener: () => void): void
  off(event: 'changed' | 'gone', listener: () => void): void
  /** Goes to a network, as the wallet names it, and announces it. */
  setNetwork(network: Network): void
  addresses(): readonly string[]
  lie(lie: WalletLie | undefined): boolean
  switchAccount(): string
  disconnectByWallet(): void
  /** True for the next request after `signOther`, once: sign another transaction then. */
  takesOther(): boolean
}

/**
 * Creates a scripted wallet without an interface of its own: put the methods of your wallet on it,
 * with `state`, `connect`, `ask` and `forget` behind them.
 */
export function scriptedObjectWallet<Network>(
  options: ScriptedObjectWalletOptions<Network>,
): ScriptedObjectWallet<Network> {
  const listeners = { changed: new Set<() => void>(), gone: new Set<() => void>() }
  const notify = (event: 'changed' | 'gone') => {
    for (const listener of [...listeners[event]]) listener()
  }
  let [accounts, network] = [[...options.accounts], options.network]
  let [isKnown, signsOther] = [false, false]
  let prompts = 0
  let disconnects = 0
  let told: WalletLie | undefined
  const shown = () => (options.showsOne ? accounts.slice(0, 1) : accounts)
  const claimed = () => {
    if (!isKnown || told === 'no-accounts') return []
    return told === 'malformed' ? [options.malformed ?? ''] : shown()
  }

  const wallet: ScriptedObjectWallet<Network> = {
    policy: 'approve',
    get prompts() {
      return prompts
    },
    get listeners() {
      return listeners.changed.size + listeners.gone.size
    },
    get disconnects() {
      return disconnects
    },
    state: () => ({
      accounts: claimed(),
      network: told === 'other-network' ? (options.elsewhere as Network) : network,
    }),
    async ask<Answer>(approved: () => Answer): Promise<Awaited<Answer>> {
      prompts++
      if (wallet.policy === 'hang') return new Promise<never>(() => undefined)
      if (wallet.policy === 'approve') return await approved()
      if (options.declined) return options.declined as never
      throw Object.assign(new TestingError('DECLINED', 'The person said no.'), { code: 4001 })
    },
    async connect() {
      if (isKnown) return undefined
      return wallet.ask(() => {
        isKnown = true
      })
    },
    forget() {
      isKnown = false
      disconnects++
    },
    on: (event, listener) => void listeners[event].add(listener),
    off: (event, listener) => void listeners[event].delete(listener),
    setNetwork(next) {
      network = next
      notify('changed')
    },
    addresses: shown,
    lie(lie) {
      told = lie
      return true
    },
    switchAccount() {
      const [first, ...rest] = accounts as [string, ...string[]]
      accounts = [...rest, first]
      notify('changed')
      return accounts[0] as string
    },
    disconnectByWallet() {
      isKnown = false
      notify('gone')
    },
    moveTo: id => wallet.setNetwork(options.networkOf ? options.networkOf(id) : (id as Network)),
    ...(options.onlySigns && {
      signOther() {
        signsOther = true
      },
    }),
    takesOther() {
      const isNow = signsOther
      signsOther = false
      return isNow
    },
    inapplicable: {
      announceAgain: 'an object in the page does not announce itself',
      withdraw: 'an object stays as long as the page',
      signOther: 'the wallet sends what it signs',
      ...options.inapplicable,
    },
  }
  return wallet
}
