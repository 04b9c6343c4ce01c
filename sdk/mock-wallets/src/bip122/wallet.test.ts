import { base64, hex } from '@scure/base'
import { p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { Verifier } from 'bip322-js'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bitcoinAccount } from './keys.js'
import type { BitcoinWalletOptions } from './options.js'
import type { SatsProvider } from './sats-provider.js'
import { type MockBitcoinWallet, mockBitcoinWallet } from './wallet.js'

const keys = ['0x01', '0x02'].map(key => key.padEnd(66, key.slice(2)) as `0x${string}`)
const keyAt = (index: number) => keys[index] ?? '0x'
let page: EventTarget & Record<string, unknown>
beforeEach(() => {
  page = new EventTarget() as typeof page
})
const made = (more: Partial<BitcoinWalletOptions> = {}): MockBitcoinWallet =>
  mockBitcoinWallet({ namespace: 'bip122', name: 'Fox', accounts: keys, target: page, ...more })
const at = (path: string) =>
  path
    .split('.')
    .reduce<unknown>((place, name) => (place as Record<string, unknown> | undefined)?.[name], page)
const sats = () => at('FoxProvider') as SatsProvider
const result = async (response: Promise<unknown>) =>
  ((await response) as { result: Record<string, unknown> }).result
const error = async (response: Promise<unknown>) =>
  ((await response) as { error: { code: number } }).error

describe('a mock Bitcoin wallet', () => {
  it('shows both of its addresses in the format of its network, with their keys', async () => {
    made({ network: 'Mainnet' })
    const { addresses, network } = await result(sats().request('wallet_connect', {}))
    expect(network).toMatchObject({ bitcoin: { name: 'Mainnet' } })
    expect(addresses).toMatchObject([
      {
        purpose: 'payment',
        addressType: 'p2wpkh',
        address: bitcoinAccount(keyAt(0), 'p2wpkh', 'Mainnet').address,
      },
      {
        purpose: 'ordinals',
        addressType: 'p2tr',
        address: bitcoinAccount(keyAt(0), 'p2tr', 'Mainnet').address,
      },
    ])
  })
  it.each([
    ['p2wpkh', 'BIP322'],
    ['p2tr', 'BIP322'],
    ['p2pkh', 'ECDSA'],
  ] as const)(
    'signs messages of a %s address by %s, as another implementation of the standard finds',
    async (paymentKind, protocol) => {
      made({ paymentKind, network: 'Mainnet' })
      await sats().request('wallet_connect', {})
      const { address } = bitcoinAccount(keyAt(0), paymentKind, 'Mainnet')
      const { signature } = await result(
        sats().request('signMessage', { address, message: 'hello', protocol }),
      )
      expect(Verifier.verifySignature(address, 'hello', String(signature))).toBe(true)
    },
  )
  it('signs the requested inputs of a PSBT', async () => {
    made()
    await sats().request('wallet_connect', {})
    const own = bitcoinAccount(keyAt(0), 'p2wpkh', 'Regtest')
    const transaction = new Transaction()
    transaction.addInput({
      txid: 'ab'.repeat(32),
      index: 0,
      witnessUtxo: { script: own.script, amount: 10_000n },
    })
    transaction.addOutput({
      script: p2wpkh(hex.decode(own.publicKey), TEST_NETWORK).script,
      amount: 9_000n,
    })
    const { psbt } = await result(
      sats().request('signPsbt', {
        psbt: base64.encode(transaction.toPSBT()),
        signInputs: { [own.address]: [0] },
      }),
    )
    const signed = Transaction.fromPSBT(base64.decode(String(psbt)))
    signed.finalize()
    expect(signed.getInput(0).finalScriptWitness?.[1]).toEqual(hex.decode(own.publicKey))
  })
  it('a mock Bitcoin wallet pays another account, or broadcasts before it fails, when configured', async () => {
    const [own, thief] = [
      bitcoinAccount(keyAt(0), 'p2wpkh', 'Regtest'),
      bitcoinAccount(keyAt(1), 'p2wpkh', 'Regtest'),
    ]
    const posted: unknown[] = []
    vi.stubGlobal(
      'fetch',
      async (url: string, { body }: RequestInit) =>
        posted.push([url, body]) && new Response('sent'),
    )
    made({ quirks: { pays: thief.address, sends: { to: 'http://node', afterwards: 'throws' } } })
    await sats().request('wallet_connect', {})
    const transaction = new Transaction()
    transaction.addInput({
      txid: 'ab'.repeat(32),
      index: 0,
      witnessUtxo: { script: own.script, amount: 10_000n },
    })
    transaction.addOutput({ script: own.script, amount: 9_000n })
    const response = sats().request('signPsbt', {
      psbt: base64.encode(transaction.toPSBT()),
      signInputs: { [own.address]: [0] },
    })
    expect(await error(response)).toMatchObject({ code: -32603 })
    vi.unstubAllGlobals()
    const [[url, body] = []] = posted as [string, string][]
    const { script, amount } = Transaction.fromRaw(hex.decode(body ?? '')).getOutput(0)
    expect([url, script, amount]).toEqual(['http://node/tx', thief.script, 9_000n])
  })
  it('rejects requests with the error codes of its protocol', async () => {
    const wallet = made({ policy: 'reject', speaks: ['sats-connect', 'unisat'] })
    expect((await error(sats().request('wallet_connect', {}))).code).toBe(-32000)
    expect((await error(sats().request('wallet_getAccount'))).code).toBe(-32002)
    expect((await error(sats().request('wallet_fly'))).code).toBe(-32601)
    const unisat = at('unisat') as { requestAccounts(): Promise<unknown> }
    await expect(unisat.requestAccounts()).rejects.toMatchObject({ code: 4001 })
    expect(wallet.calls.map(({ method }) => method)).toEqual([
      'wallet_connect',
      'wallet_getAccount',
      'wallet_fly',
      'requestAccounts',
    ])
  })
  it('is registered in each protocol that it supports, and in none after it vanished', () => {
    const wallet = made({
      speaks: ['sats-connect', 'leather', 'unisat', 'bitget', 'okx', 'phantom', 'wallet-standard'],
      quirks: { registersTwice: true },
    })
    const places = [
      'FoxProvider',
      'LeatherProvider',
      'unisat',
      'bitkeep.unisat',
      'okxwallet.bitcoin',
      'okxwallet.bitcoinSignet',
      'phantom.bitcoin',
    ]
    expect(places.filter(path => at(path))).toEqual(places)
    expect((page.btc_providers as readonly { id: string }[]).map(({ id }) => id)).toEqual([
      'FoxProvider',
      'FoxProvider',
      'LeatherProvider',
    ])
    const registered: unknown[] = []
    const api = {
      register: (one: unknown) => registered.push(one) && (() => void registered.pop()),
    }
    page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
    expect(registered).toMatchObject([{ name: 'Fox', features: { 'bitcoin:connect': {} } }])
    wallet.vanish()
    expect([registered, places.filter(path => at(path)), page.btc_providers]).toEqual([[], [], []])
  })
  it('notifies pages of another account, another network, and a disconnect', async () => {
    const wallet = made()
    await sats().request('wallet_connect', {})
    const received: unknown[] = []
    const stops = ['accountChange', 'networkChange', 'disconnect'].map(eventName =>
      sats().addListener({ eventName, cb: event => void received.push(event) }),
    )
    wallet.switchAccount(1)
    wallet.switchNetwork('Signet')
    wallet.disconnect()
    expect(received).toEqual([
      { type: 'accountChange' },
      { type: 'networkChange' },
      { type: 'accountChange' },
      { type: 'disconnect' },
    ])
    expect(wallet.listeners).toBe(3)
    for (const stop of stops) stop()
    expect(wallet.listeners).toBe(0)
  })
  it('a mock Bitcoin wallet has the quirks of real wallets', async () => {
    const wallet = made({
      quirks: { silentUntilUnlocked: true, signatureIntervalMs: 3_000, throwsStrings: true },
    })
    const connecting = sats().request('wallet_connect', {})
    wallet.unlock()
    await connecting
    const [address = ''] = wallet.addresses
    await sats().request('signMessage', { address, message: 'one' })
    await expect(sats().request('signMessage', { address, message: 'two' })).rejects.toBe(
      'Rate limit exceeded.',
    )
  })
  it('recognises the page after a reload when it has a storage', async () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    mockBitcoinWallet({ namespace: 'bip122', name: 'Fox', accounts: keys, target: page, storage })
    await sats().request('wallet_connect', { network: 'Signet' })
    const again = mockBitcoinWallet({
      namespace: 'bip122',
      name: 'Fox',
      accounts: keys,
      target: new EventTarget(),
      storage,
    })
    expect([again.isConnected, again.network, again.addresses.length]).toEqual([true, 'Signet', 2])
  })
  it.each([
    'none',
    'another-network',
    'malformed-key',
    'key-of-another',
    'malformed-address',
  ] as const)('shows false accounts when configured: %s', async accounts => {
    made({ quirks: { accounts } })
    const { addresses } = await result(sats().request('wallet_connect', {}))
    const own = bitcoinAccount(keyAt(0), 'p2wpkh', 'Regtest')
    expect(
      (addresses as readonly { address: string; publicKey: string }[]).filter(
        one => one.address === own.address && one.publicKey === own.publicKey,
      ),
    ).toEqual([])
  })
})
