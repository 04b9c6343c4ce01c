/** Adapters of wallets with their own global object: UniSat and compatible ones, OKX, Phantom. */
import { networksCapability } from '@portico/kernel/capabilities'
import { ChainError, type NetworkId } from '@portico/kernel/chain'
import type { WalletReport } from '@portico/kernel/connector-kit'
import { base64Of, bytesOfBase64, hexOf } from '../node/bytes.js'
import type { Bip122Setup } from '../options.js'
import type { FoundWallet } from './announcements.js'
import { nameOfNetwork } from './known-networks.js'
import type { WalletAdapter } from './wallet-adapter.js'
import {
  readAccountPair,
  readBytes,
  readChainName,
  readHexPsbt,
  readList,
  readReport,
  readSignature,
  readText,
} from './wallet-answers.js'
import { callWallet, listenOn, methodOf, supportsBy } from './wallet-calls.js'

export function createGlobalAdapter(wallet: FoundWallet, setup: Bip122Setup): WalletAdapter {
  if (wallet.protocol === 'phantom') return createPhantomAdapter(wallet, setup)
  return wallet.protocol === 'okx'
    ? createOkxAdapter(wallet, setup)
    : createUnisatAdapter(wallet, setup)
}

const signing = { sign: ['signMessage'], send: ['signPsbt'], move: [] }
type Call = (name: string, args: readonly unknown[], signal: AbortSignal) => Promise<unknown>
const createCall =
  ({ provider, methods }: FoundWallet, setup: Bip122Setup): Call =>
  (name, args, signal) =>
    callWallet(name, () => methodOf(provider, methods, name)(...args), setup, signal)

/** A report with one address for all purposes, its key and its network. */
function singleReport(
  address: string,
  publicKey: unknown,
  name: string | undefined,
  known: NetworkId | undefined,
  setup: Bip122Setup,
): WalletReport {
  const answer = {
    addresses: [{ address, publicKey, purpose: 'payment' }],
    ...(name && { network: { bitcoin: { name } } }),
  }
  return readReport(answer, known, setup)
}

/** Signing in the form of UniSat and OKX. */
const signers = (call: () => Call): Pick<WalletAdapter, 'signMessage' | 'signPsbt'> => ({
  signMessage: async ({ text, protocol }, signal) =>
    readSignature({
      signature: await call()(
        'signMessage',
        [text, protocol === 'ecdsa' ? 'ecdsa' : 'bip322-simple'],
        signal,
      ),
    }),
  async signPsbt({ psbt, inputs }, signal) {
    const hex = hexOf(bytesOfBase64(psbt) ?? new Uint8Array())
    const answer = await call()(
      'signPsbt',
      [
        hex,
        {
          autoFinalized: false,
          toSignInputs: inputs.map(({ index, address }) => ({ index, address })),
        },
      ],
      signal,
    )
    return readHexPsbt({ hex: answer })
  },
})

function createUnisatAdapter(wallet: FoundWallet, setup: Bip122Setup): WalletAdapter {
  const call = createCall(wallet, setup)
  const has = (name: string) => name in wallet.methods
  const networkName = async (signal: AbortSignal): Promise<string | undefined> => {
    if (has('getChain')) return readChainName(await call('getChain', [], signal))
    if (!has('getNetwork')) return undefined
    return readText(await call('getNetwork', [], signal)).replace(/^livenet$/, 'Mainnet')
  }
  const report = async (
    accounts: unknown,
    known: NetworkId | undefined,
    signal: AbortSignal,
  ): Promise<WalletReport> => {
    const [address] = readList(accounts)
    // The wallet is locked, or revoked the page.
    if (address === undefined) return readReport({ addresses: [] }, known, setup)
    const [publicKey, name] = await Promise.all([
      has('getPublicKey') ? call('getPublicKey', [], signal) : undefined,
      networkName(signal),
    ])
    return singleReport(readText(address), publicKey, name, known, setup)
  }
  return {
    ...signers(() => call),
    connect: async (wanted, signal) =>
      report(await call('requestAccounts', [], signal), wanted, signal),
    read: async (known, signal) => report(await call('getAccounts', [], signal), known, signal),
    listen: onChange =>
      listenOn(
        wallet.provider,
        wallet.methods,
        setup,
      )(['accountsChanged', 'networkChanged', 'chainChanged'], () => onChange('changed')),
    async switchNetwork(network, signal) {
      const name = nameOfNetwork(network, setup)
      if (!name) throw new ChainError('WALLET_UNSUPPORTED')
      if (has('switchChain')) await call('switchChain', [`BITCOIN_${name.toUpperCase()}`], signal)
      else
        await call('switchNetwork', [name === 'Mainnet' ? 'livenet' : name.toLowerCase()], signal)
    },
    disconnect: async signal => (has('disconnect') ? call('disconnect', [], signal) : undefined),
    supports: capability =>
      capability.id === networksCapability.id
        ? has('switchChain') || has('switchNetwork')
        : supportsBy(signing, has)(capability),
  }
}

/** Adapts OKX, which has one object per network, so the network selects the object. */
function createOkxAdapter(wallet: FoundWallet, setup: Bip122Setup): WalletAdapter {
  const places = new Map<NetworkId, FoundWallet>()
  for (const place of [wallet, ...wallet.siblings]) places.set(place.network as NetworkId, place)
  let here = wallet
  // Until a connection exists, the known network selects the object.
  const settle = (network: NetworkId | undefined): void => {
    here = (network && places.get(network)) ?? here
  }
  let settled = false
  const call: Call = (name, args, signal) => createCall(here, setup)(name, args, signal)
  return {
    ...signers(() => call),
    async connect(wanted, signal) {
      settle(wanted)
      settled = true
      const { address, publicKey } = readAccountPair(await call('connect', [], signal))
      return singleReport(address, publicKey, undefined, here.network, setup)
    },
    async read(known, signal) {
      if (!settled) settle(known)
      settled = true
      const [address] = readList(await call('getAccounts', [], signal))
      if (address === undefined) return readReport({ addresses: [] }, here.network, setup)
      return singleReport(
        readText(address),
        await call('getPublicKey', [], signal),
        undefined,
        here.network,
        setup,
      )
    },
    listen(onChange) {
      const stops = [...places.values()].flatMap(place => [
        listenOn(
          place.provider,
          place.methods,
          setup,
        )(['accountChanged', 'accountsChanged'], () => onChange('changed')),
        listenOn(place.provider, place.methods, setup)(['disconnect'], () => onChange('gone')),
      ])
      return () => stops.forEach(stop => void stop())
    },
    async switchNetwork(network, signal) {
      const next = places.get(network)
      if (!next) throw new ChainError('WALLET_UNSUPPORTED')
      readAccountPair(await createCall(next, setup)('connect', [], signal))
      here = next
    },
    disconnect: signal => call('disconnect', [], signal),
    supports: capability =>
      capability.id === networksCapability.id
        ? places.size > 1
        : supportsBy(signing, name => name in wallet.methods)(capability),
  }
}

/**
 * Adapts Phantom, which returns two addresses with their purposes, uses bytes, supports mainnet
 * only, and cannot be read silently.
 */
function createPhantomAdapter(wallet: FoundWallet, setup: Bip122Setup): WalletAdapter {
  const call = createCall(wallet, setup)
  let connected: WalletReport | undefined
  let eventAccounts: unknown
  return {
    async connect(wanted, signal) {
      connected = readReport(
        { addresses: await call('requestAccounts', [], signal) },
        wanted,
        setup,
      )
      eventAccounts = undefined
      return connected
    },
    // Phantom reports accounts without a prompt only in its events.
    async read(known) {
      if (eventAccounts !== undefined)
        connected = readReport({ addresses: eventAccounts }, known, setup)
      return connected
    },
    listen: onChange =>
      listenOn(
        wallet.provider,
        wallet.methods,
        setup,
      )(['accountsChanged'], accounts => {
        eventAccounts = Array.isArray(accounts) ? accounts : []
        onChange('changed')
      }),
    signMessage: async ({ address, text }, signal) => {
      const answer = await call('signMessage', [address, new TextEncoder().encode(text)], signal)
      return base64Of(readBytes(answer, 'signature'))
    },
    async signPsbt({ psbt, inputs }, signal) {
      const inputsToSign = inputs.map(({ address, index }) => ({
        address,
        signingIndexes: [index],
        sigHash: 1,
      }))
      return base64Of(
        readBytes(
          { psbt: await call('signPSBT', [bytesOfBase64(psbt), { inputsToSign }], signal) },
          'psbt',
        ),
      )
    },
    supports: capability =>
      capability.id !== networksCapability.id &&
      supportsBy({ ...signing, send: ['signPSBT'] }, name => name in wallet.methods)(capability),
  }
}
