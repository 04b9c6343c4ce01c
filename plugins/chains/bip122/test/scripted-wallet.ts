/** A Bitcoin wallet under remote control that stands where real ones do: in `btc_providers`, with real keys and real signatures. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { WalletRig } from '@portico/kernel/testing'
import { base64, hex } from '@scure/base'
import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { RawWitness } from '@scure/btc-signer/script.js'
import { type BTC_NETWORK, concatBytes, pubECDSA, pubSchnorr, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js'

const formats: Readonly<Record<string, BTC_NETWORK>> = {
  Mainnet: NETWORK,
  Testnet: TEST_NETWORK,
  Signet: TEST_NETWORK,
  Regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
}
export type Kind = 'p2wpkh' | 'p2tr' | 'p2pkh' | 'p2sh'

/** A key and the addresses that it spends from. */
export function keyOf(seed: number) {
  const secret = new Uint8Array(32).fill(seed)
  const publicKey = pubECDSA(secret)
  const payment = (kind: Kind, network: string) => {
    const format = formats[network] ?? NETWORK
    if (kind === 'p2tr') return { ...p2tr(pubSchnorr(secret), undefined, format), publicKey: hex.encode(pubSchnorr(secret)) }
    const found = kind === 'p2wpkh' ? p2wpkh(publicKey, format) : kind === 'p2pkh' ? p2pkh(publicKey, format) : p2sh(p2wpkh(publicKey, format), format)
    return { ...found, publicKey: hex.encode(publicKey) }
  }
  return { secret, payment }
}

export interface ScriptedWallet extends WalletRig {
  network: string
  /** Replaces what a method answers. */
  readonly lies: Map<string, (honest: unknown) => unknown>
  readonly asked: string[]
  readonly provider: { request(method: string, params?: unknown): Promise<unknown>; addListener(listener: { eventName: string; cb: () => void }): () => void }
  announce(page: object, path?: string): void
}

type Params = Record<string, unknown>

export function scriptedWallet(options: { readonly network?: string; readonly kind?: Kind; readonly methods?: readonly string[] } = {}): ScriptedWallet {
  const { kind = 'p2wpkh' } = options
  const listeners = new Set<{ eventName: string; cb: () => void }>()
  const asked: string[] = []
  const lies: ScriptedWallet['lies'] = new Map()
  let seed = 1
  let connected = false
  let prompts = 0
  const tell = (event: string) => {
    for (const { eventName, cb } of [...listeners]) if (eventName === event) cb()
  }
  const addresses = () => {
    const pay = keyOf(seed).payment(kind, wallet.network)
    const ordinals = keyOf(seed).payment('p2tr', wallet.network)
    return [
      { address: ordinals.address, publicKey: ordinals.publicKey, purpose: 'ordinals', addressType: 'p2tr' },
      { address: pay.address, publicKey: pay.publicKey, purpose: 'payment', addressType: kind },
    ]
  }
  const account = () => ({
    id: 'account',
    walletType: 'software',
    addresses: addresses(),
    network: { bitcoin: { name: wallet.network }, stacks: { name: 'devnet' } },
  })
  const guarded = (answer: () => unknown) => () => {
    if (!connected) throw { code: -32002, message: 'Access denied.' }
    return answer()
  }

  const prompting: Record<string, (params: Params) => unknown> = {
    wallet_connect({ network }) {
      connected = true
      if (typeof network === 'string') wallet.network = network
      return account()
    },
    getAddresses() {
      connected = true
      return { addresses: addresses() }
    },
    wallet_changeNetwork({ name }) {
      wallet.network = String(name)
      setTimeout(() => tell('networkChange'))
      return {}
    },
    signMessage: ({ address, message, protocol }) => ({
      address,
      protocol,
      messageHash: '',
      signature: signatureOf(String(address), String(message), String(protocol)),
    }),
    signPsbt({ psbt }) {
      const transaction = Transaction.fromPSBT(base64.decode(String(psbt)), { allowUnknownOutputs: true })
      transaction.sign(keyOf(seed).secret)
      return { psbt: base64.encode(transaction.toPSBT()) }
    },
  }
  const silent: Record<string, (params: Params) => unknown> = {
    wallet_getAccount: guarded(account),
    wallet_disconnect: guarded(() => {
      connected = false
      return {}
    }),
  }
  const signatureOf = (address: string, text: string, protocol: string) => {
    const { secret, payment } = keyOf(seed)
    const own = (['p2wpkh', 'p2tr', 'p2pkh', 'p2sh'] as const).map(one => payment(one, wallet.network)).find(one => one.address === address)
    if (!own) throw { code: -32602, message: 'Unknown address.' }
    return protocol === 'ECDSA' ? signLegacy(text, secret) : signBip322(text, own.script, secret, 'tapInternalKey' in own ? own.tapInternalKey : undefined)
  }
  const decide = async () => {
    prompts++
    if (wallet.policy === 'hang') await new Promise(() => undefined)
    if (wallet.policy === 'decline') throw { code: -32000, message: 'The user said no.' }
  }

  const wallet: ScriptedWallet = {
    network: options.network ?? 'Regtest',
    policy: 'approve',
    get prompts() {
      return prompts
    },
    get listeners() {
      return listeners.size
    },
    asked,
    lies,
    switchAccount() {
      seed++
      tell('accountChange')
      return keyOf(seed).payment(kind, wallet.network).address ?? ''
    },
    hangUp() {
      connected = false
      tell('disconnect')
    },
    provider: {
      async request(method, params) {
        asked.push(method)
        try {
          if (options.methods && !options.methods.includes(method)) throw { code: -32001, message: 'No such method.' }
          const loud = prompting[method]
          if (loud) await decide()
          const answer = loud ?? silent[method]
          if (!answer) throw { code: -32601, message: 'No such method.' }
          const honest = await answer((params ?? {}) as Params)
          return { jsonrpc: '2.0', id: asked.length, result: lies.get(method)?.(honest) ?? honest }
        } catch (error) {
          return { jsonrpc: '2.0', id: asked.length, error }
        }
      },
      addListener(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    announce(page, path = 'ScriptedBitcoin') {
      const window = page as Record<string, unknown> & { btc_providers?: unknown[] }
      window[path] = wallet.provider
      window.btc_providers ??= []
      window.btc_providers.push({ id: path, name: 'Scripted Bitcoin', icon: 'data:image/svg+xml,<svg/>' })
    },
  }
  return wallet
}

/** A page without a browser: events, and whatever wallets put on it. */
export function openPage(): { readonly page: EventTarget; close(): void } {
  const page = new EventTarget()
  Object.assign(globalThis, { window: page })
  return { page, close: () => void Reflect.deleteProperty(globalThis, 'window') }
}

/** The wallet's side of BIP-322, by the library's own signer. */
export function signBip322(text: string, script: Uint8Array, secret: Uint8Array, tapInternalKey?: Uint8Array): string {
  const hash = tagSchnorr('BIP0322-signed-message', new TextEncoder().encode(text))
  const loose = { version: 0, allowUnknownOutputs: true, allowUnknownInputs: true, disableScriptCheck: true }
  const toSpend = new Transaction(loose)
  toSpend.addOutput({ script, amount: 0n })
  toSpend.addInput({ txid: new Uint8Array(32), index: 0xffffffff, sequence: 0, finalScriptSig: concatBytes(Uint8Array.of(0, 32), hash) })
  const toSign = new Transaction(loose)
  toSign.addInput({ txid: toSpend.id, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n }, ...(tapInternalKey && { tapInternalKey }) })
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  toSign.sign(secret)
  toSign.finalize()
  return base64.encode(RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? []))
}
export function signLegacy(text: string, secret: Uint8Array): string {
  const said = new TextEncoder().encode(text)
  const magic = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')
  const [recovery = 0, ...rest] = secp256k1.sign(sha256x2(magic, Uint8Array.of(said.length), said), secret, { prehash: false, format: 'recovered' })
  return base64.encode(Uint8Array.of(31 + recovery, ...rest))
}
