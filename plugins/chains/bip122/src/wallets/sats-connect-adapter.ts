/**
 * Adapters of wallets in `btc_providers`, by the methods of sats-connect (WBIP004). Decision 52.
 */
import { networksCapability } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { walletProblem } from '@portico/kernel/wallet'
import { bytesOfBase64, hexOf } from '../node/bytes.js'
import type { Bip122Setup } from '../options.js'
import { type FoundWallet, objectAt } from './announcements.js'
import { nameOfNetwork } from './known-networks.js'
import type { WalletAdapter } from './wallet-adapter.js'
import { readHexPsbt, readPsbt, readReport, readSignature } from './wallet-answers.js'
import { callWallet, guarded, supportsBy } from './wallet-calls.js'
import { methodMissing, satsConnectRefusal, walletRefusal } from './wallet-errors.js'

type Call = (method: string, params: unknown, signal: AbortSignal) => Promise<unknown>

const purposes = ['payment', 'ordinals']
const events = { accountChange: 'changed', networkChange: 'changed', disconnect: 'gone' } as const

/**
 * Returns the adapter of a wallet in `btc_providers`. Leather is one of them, with its own shapes
 * of requests and responses.
 */
export async function createSatsConnectAdapter(
  wallet: FoundWallet,
  setup: Bip122Setup,
): Promise<WalletAdapter> {
  const call = createCall(
    wallet,
    wallet.protocol === 'leather' ? undefined : await import('./sats-connect.js'),
    setup,
  )
  const listen = listener(wallet, setup)
  return wallet.protocol === 'leather'
    ? createLeatherAdapter(call, listen, setup)
    : createXverseAdapter(wallet, call, listen, setup)
}

function createCall(
  wallet: FoundWallet,
  core: typeof import('./sats-connect.js') | undefined,
  setup: Bip122Setup,
): Call {
  const { path, provider, methods, named } = wallet
  const refusal = core ? satsConnectRefusal : walletRefusal
  const send = (method: string, params: unknown): unknown =>
    // sats-connect resolves the provider's path on each request. Where another object has taken the
    // path, the captured methods are called instead.
    core && objectAt(window, path) === provider
      ? core.request(method, params, path)
      : methods.request?.apply(provider, [method, params])
  return async (method, params, signal) => {
    if (named && !named.includes(method)) throw methodMissing()
    const answer = await callWallet(method, () => send(method, params), setup, signal, refusal)
    const { error, result } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
      error?: unknown
      result?: unknown
    }
    if (error !== undefined) throw refusal(error)
    if (result === undefined) throw new ChainError('WALLET_ANSWER')
    return result
  }
}

/** Adds a listener by an object, or as older wallets need it: by name and function. */
function listener(
  { provider, methods: { addListener } }: FoundWallet,
  { report }: Bip122Setup,
): WalletAdapter['listen'] {
  return onChange => {
    const stops = Object.entries(events).flatMap(([eventName, change]): unknown[] => {
      const cb = () => onChange(change)
      let remove: unknown
      guarded(() => {
        remove =
          addListener &&
          Reflect.apply(
            addListener,
            provider,
            addListener.length > 1 ? [eventName, cb] : [{ eventName, cb }],
          )
      }, report)
      return typeof remove === 'function' ? [remove] : []
    })
    return () => {
      for (const stop of stops) guarded(stop as () => void, report)
    }
  }
}

function createXverseAdapter(
  wallet: FoundWallet,
  call: Call,
  listen: WalletAdapter['listen'],
  setup: Bip122Setup,
): WalletAdapter {
  return {
    listen,
    async connect(wanted, signal) {
      const network = wanted && nameOfNetwork(wanted, setup)
      const answer = await call(
        'wallet_connect',
        { addresses: purposes, ...(network && { network }) },
        signal,
      ).catch(error => {
        if (walletProblem(error).kind !== 'unsupported') throw error
        return call('getAddresses', { purposes, message: 'Connect to this page.' }, signal)
      })
      return readReport(answer, wanted, setup)
    },
    async read(known, signal) {
      const answer = await call('wallet_getAccount', null, signal).catch(error => {
        if (['unauthorized', 'unsupported'].includes(walletProblem(error).kind)) return undefined
        throw error
      })
      return answer === undefined ? undefined : readReport(answer, known, setup)
    },
    signMessage: async ({ address, text, protocol }, signal) =>
      readSignature(
        await call(
          'signMessage',
          { address, message: text, protocol: protocol.toUpperCase() },
          signal,
        ),
      ),
    async signPsbt({ psbt, inputs }, signal) {
      const signInputs: Record<string, number[]> = {}
      for (const { address, index } of inputs)
        signInputs[address] = [...(signInputs[address] ?? []), index]
      return readPsbt(await call('signPsbt', { psbt, signInputs, broadcast: false }, signal))
    },
    async switchNetwork(network, signal) {
      const name = nameOfNetwork(network, setup)
      if (!name) throw new ChainError('WALLET_UNSUPPORTED')
      await call('wallet_changeNetwork', { name }, signal)
    },
    disconnect: signal => call('wallet_disconnect', null, signal),
    supports: supportsBy(
      {
        sign: ['signMessage'],
        send: ['signPsbt'],
        move: ['wallet_changeNetwork', 'wallet_getAccount'],
      },
      method => wallet.named?.includes(method) ?? true,
    ),
  }
}

/**
 * Adapts Leather, which cannot be read silently, disconnected or switched, and uses its own
 * names.
 */
function createLeatherAdapter(
  call: Call,
  listen: WalletAdapter['listen'],
  setup: Bip122Setup,
): WalletAdapter {
  // Leather returns neither purposes nor its network. Its addresses are of the network named in
  // each request.
  let network = 'mainnet'
  return {
    listen,
    async connect(wanted, signal) {
      const report = readReport(await call('getAddresses', { purposes }, signal), wanted, setup)
      network = nameOfNetwork(report.network, setup)?.toLowerCase() ?? network
      return report
    },
    read: async () => undefined,
    async signMessage({ address, text, protocol }, signal) {
      const paymentType = /^(bc|tb|bcrt)1p/i.test(address) ? 'p2tr' : 'p2wpkh'
      return readSignature(
        await call(
          'signMessage',
          { address, message: text, protocol: protocol.toUpperCase(), paymentType, network },
          signal,
        ),
      )
    },
    async signPsbt({ psbt, inputs }, signal) {
      const hex = hexOf(bytesOfBase64(psbt) ?? new Uint8Array())
      const answer = await call(
        'signPsbt',
        { hex, signAtIndex: inputs.map(({ index }) => index), network, broadcast: false },
        signal,
      )
      return readHexPsbt(answer)
    },
    supports: ({ id }) => id !== networksCapability.id,
  }
}
