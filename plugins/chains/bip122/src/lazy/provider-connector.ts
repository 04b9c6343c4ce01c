/** A Bitcoin wallet in the page, asked by plain `provider.request` (WBIP004 and the methods of sats-connect). */
import { delay, unlessAborted, withTimeout } from '@portico/kernel'
import {
  type AnyCapability,
  ChainError,
  type Connector,
  type ConnectRequest,
  createAudience,
  messages,
  type NetworkId,
  networks,
  transactions,
  transfers,
  type WalletLine,
  type WalletReport,
  walletProblem,
} from '@portico/kernel/contracts'
import { walletRefusal } from '../errors.js'
import type { Bip122Setup } from '../options.js'
import type { AnnouncedProvider } from './announcements.js'
import { nameOfNetwork } from './known-networks.js'
import { createPort } from './port.js'
import { readPsbt, readReport, readSignature } from './wallet-answers.js'

// Questions that no person has to answer.
const silentMs = 10_000
const farewellMs = 3_000
const events = ['accountChange', 'networkChange', 'disconnect']

type Ask = (method: string, params: unknown, signal: AbortSignal) => Promise<unknown>

export function createProviderConnector(wallet: AnnouncedProvider, setup: Bip122Setup): Pick<Connector, 'connect' | 'restore'> {
  const ask = asker(wallet)
  const purposes = ['payment', 'ordinals']

  return {
    async connect(request, signal) {
      const network = request.network && nameOfNetwork(request.network, setup)
      const answer = await ask('wallet_connect', { addresses: purposes, ...(network && { network }) }, signal).catch(error => {
        if (walletProblem(error).kind !== 'unsupported') throw error
        return ask('getAddresses', { purposes, message: 'Connect to this page.' }, signal)
      })
      const report = readReport(answer, request.network, setup)
      if (!report.accounts.length) throw new ChainError('WALLET_ANSWER')
      return openLine(wallet, ask, report, setup)
    },
    async restore(request, signal) {
      const report = await withTimeout(within => readSilently(ask, request, setup, within), silentMs, signal)
      return report?.accounts.length ? openLine(wallet, ask, report, setup) : undefined
    },
  }
}

/** Asks the wallet by the function that was taken when it was met, and gives its errors the codes that mean the same everywhere. */
function asker({ provider, request, methods }: AnnouncedProvider): Ask {
  const { apply } = Reflect
  const has = (method: string) => methods?.includes(method) ?? true
  return async (method, params, signal) => {
    signal.throwIfAborted()
    if (!has(method)) throw walletRefusal({ code: -32001 })
    const answer = await unlessAborted(call(), signal).catch(error => {
      throw signal.aborted ? error : walletRefusal(error)
    })
    const { error, result } = (typeof answer === 'object' && answer !== null ? answer : {}) as { error?: unknown; result?: unknown }
    if (error !== undefined) throw walletRefusal(error)
    if (result === undefined) throw new ChainError('WALLET_ANSWER')
    return result

    async function call(): Promise<unknown> {
      return apply(request, provider, [method, params])
    }
  }
}

/** What the wallet says without asking anybody; undefined: it does not know this page, or cannot say. */
async function readSilently(ask: Ask, { network }: ConnectRequest, setup: Bip122Setup, signal: AbortSignal): Promise<WalletReport | undefined> {
  const answer = await ask('wallet_getAccount', null, signal).catch(error => {
    if (['unauthorized', 'unsupported'].includes(walletProblem(error).kind)) return undefined
    throw error
  })
  return answer === undefined ? undefined : readReport(answer, network, setup)
}

function openLine(wallet: AnnouncedProvider, ask: Ask, first: WalletReport, setup: Bip122Setup): WalletLine {
  const life = new AbortController()
  const { signal: over } = life
  const letGo = () => life.abort()
  const audience = createAudience({ first, whenEmpty: letGo, report: setup.report })
  let { network } = first
  const tell = (report: WalletReport | undefined) => {
    network = report?.network ?? network
    audience.tell(report)
  }
  const refresh = (signal: AbortSignal) => withTimeout(within => readSilently(ask, { network }, setup, within), silentMs, signal)
  const heard = (event: string) => {
    if (event === 'disconnect') return tell(undefined)
    refresh(over).then(tell, error => {
      if (!over.aborted) setup.report(error)
    })
  }
  for (const event of events) {
    const stop = listen(wallet, event, () => heard(event))
    over.addEventListener('abort', () => guarded(stop, setup))
  }
  setup.signal.addEventListener('abort', letGo, { signal: over })

  const port = createPort({
    signMessage: async ({ address, text, protocol }, signal) =>
      readSignature(await ask('signMessage', { address, message: text, protocol: protocol.toUpperCase() }, signal)),
    async signPsbt({ psbt, inputs }, signal) {
      const signInputs: Record<string, number[]> = {}
      for (const { address, index } of inputs) signInputs[address] = [...(signInputs[address] ?? []), index]
      return readPsbt(await ask('signPsbt', { psbt, signInputs, broadcast: false }, signal))
    },
    async switchNetwork(next, signal) {
      const name = nameOfNetwork(next, setup)
      if (!name) throw new ChainError('WALLET_UNSUPPORTED')
      await ask('wallet_changeNetwork', { name }, signal)
      tell(await arrival(next, refresh, signal))
    },
  })
  return {
    port,
    report: first,
    watch: audience.watch,
    supports: capability => needs(capability).every(method => wallet.methods?.includes(method) ?? true),
    async disconnect(signal) {
      letGo()
      await withTimeout(within => ask('wallet_disconnect', null, within), farewellMs, signal).catch(error => {
        // A wallet that cannot be told, or that has forgotten this page already, is as disconnected as it gets.
        if (!['unsupported', 'unauthorized'].includes(walletProblem(error).kind)) throw error
      })
    },
  }
}

/** The report of a wallet that has arrived at a network. Some say yes before they are there, hence the second look. */
async function arrival(network: NetworkId, refresh: (signal: AbortSignal) => Promise<WalletReport | undefined>, signal: AbortSignal): Promise<WalletReport> {
  for (const wait of [0, 250, 1_000]) {
    await delay(wait, signal)
    const report = await refresh(signal)
    if (report?.network === network) return report
  }
  throw new ChainError('WALLET_NETWORK')
}

/** Runs what is a wallet's own: what it throws is reported, and keeps nobody from letting go of the rest. */
function guarded(run: () => void, { report }: Bip122Setup): void {
  try {
    run()
  } catch (error) {
    report(error)
  }
}

/** Listens by an object, or as older wallets want it: by name and function. */
function listen({ provider, addListener }: AnnouncedProvider, eventName: string, cb: () => void): () => void {
  if (!addListener) return () => undefined
  const remove: unknown = Reflect.apply(addListener, provider, addListener.length > 1 ? [eventName, cb] : [{ eventName, cb }])
  return () => {
    if (typeof remove === 'function') remove()
  }
}

/** The methods that a wallet needs to do what its chain can. */
function needs({ id }: AnyCapability): readonly string[] {
  switch (id) {
    case messages.id:
      return ['signMessage']
    case transactions.id:
    case transfers.id:
      return ['signPsbt']
    case networks.id:
      return ['wallet_changeNetwork', 'wallet_getAccount']
    default:
      return []
  }
}
