import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sha256 } from '@noble/hashes/sha2.js'
import type { SignedMethod } from '@portico/plugin-embedded/protocol'
import { judge as judgeBitcoin } from '@portico/signatures/bitcoin'
import { judge as judgeSubstrate } from '@portico/signatures/substrate'
import { readAddress, writeAddress } from '@portico/signatures/substrate-address'
import { base64, hex } from '@scure/base'
import { p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../test/wallet-world.js'
import { FrameRefusal } from '../frame/errors.js'
import { accountsOf, sign as signWith } from '../keys/accounts.js'
import type { KnownAccount } from '../keys/messages.js'
import { addressesOn } from '../networks/account-addresses.js'
import { networkOf } from '../networks/frame-network.js'
import { readConfiguration } from '../page/configuration.js'
import { createSigner, type SigningConfirmation } from './sign-request.js'

const entropy = Uint8Array.from(hex.decode('7f'.repeat(16)))
const genesis = '45'.repeat(32)
const bitcoinId = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const polkadotId = `polkadot:${genesis.slice(0, 32)}`

/** A node that knows one token. */
const token = '0x00000000000000000000000000000000000000aa'
const word = (value: number | string) =>
  typeof value === 'number'
    ? value.toString(16).padStart(64, '0')
    : hex.encode(new TextEncoder().encode(value)).padEnd(64, '0')
const node = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    const { params } = JSON.parse(String(Buffer.concat(chunks)))
    const isSymbol = params[0].data === '0x95d89b41'
    const result = isSymbol ? `0x${word(32)}${word(4)}${word('PUSD')}` : `0x${word(6)}`
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  })
})
let nodeUrl = ''
beforeAll(async () => {
  await new Promise<void>(resolve => node.listen(0, '127.0.0.1', resolve))
  nodeUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
})
afterAll(() => void node.close())

const configuration = () =>
  readConfiguration(
    name =>
      ({
        'portico-origins': 'https://app.example',
        'portico-namespaces': 'bip122 polkadot',
        'portico-networks': JSON.stringify([
          { id: 'eip155:1', name: 'Home', symbol: 'ETH', decimals: 18, rpcUrls: [nodeUrl] },
          { id: bitcoinId, name: 'Regtest', symbol: 'tBTC', decimals: 8, bitcoin: 'regtest' },
          {
            id: polkadotId,
            name: 'Local',
            symbol: 'ROC',
            decimals: 12,
            polkadot: {
              genesisHash: `0x${genesis}`,
              prefix: 7,
              balances: 10,
              transferKeepAlive: 3,
              transferAllowDeath: 0,
              hasFeeAsset: true,
              checksMetadata: false,
            },
          },
        ]),
      })[name],
  )

/** A frame with these words, whose person approves everything. */
async function frame() {
  const { networks, accounts } = configuration()
  const own: KnownAccount[] = []
  for (const network of accounts) own.push(...(await accountsOf(entropy, network)))
  const seen: SigningConfirmation[] = []
  const addresses = (chainId: string) => addressesOn(chainId, own, networkOf(networks, chainId))
  const sign = createSigner(
    { sign: request => signWith(entropy, request) },
    { addresses, unlock: async () => undefined },
    async confirmation => {
      if ('reading' in confirmation) seen.push(confirmation)
    },
    networks,
  )
  const ask = (method: SignedMethod, params: unknown, chainId: string) =>
    sign({ method, params, chainId }, call())
  const refusal = (...asked: Parameters<typeof ask>) =>
    ask(...asked).then(
      () => 'signed',
      error => (error instanceof FrameRefusal ? error.code : String(error)),
    )
  return { seen, ask, refusal, addresses }
}
const only = async (addresses: Promise<readonly string[]>) => (await addresses)[0] ?? ''

describe('What the frame signs on Bitcoin', () => {
  it('[S9.44] a message of an own address is signed and verifies, one of another address is refused', async () => {
    const { ask, refusal, addresses, seen } = await frame()
    const [payment = '', ordinal = ''] = await addresses(bitcoinId)
    for (const address of [payment, ordinal]) {
      const params = { message: 'Hello', account: payment, address, protocol: 'bip322' }
      const { signature } = (await ask('signMessage', params, bitcoinId)) as {
        readonly signature: string
      }
      expect(judgeBitcoin(address, 'Hello', signature)).toMatchObject({ scheme: 'bip322' })
      expect(seen.at(-1)).toMatchObject({ address, network: { name: 'Regtest' } })
    }
    const other = { message: 'Hello', account: payment, address: `${payment}x` }
    expect(await refusal('signMessage', other, bitcoinId)).toBe('INVALID')
    const legacy = { message: 'Hello', account: payment, protocol: 'ecdsa' }
    expect(await refusal('signMessage', legacy, bitcoinId)).toBe('UNSUPPORTED')
  })

  const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }
  const foreign = p2wpkh(
    hex.decode('02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5'),
    regtest,
  )
  const idOf = (raw: Uint8Array) => hex.encode(sha256(sha256(raw)).reverse())
  /** A transaction that spends a coin of the address, with the one before or the amount alone. */
  function psbt(address: string, isProven = true) {
    const before = new Transaction({ allowUnknownOutputs: true, allowUnknownInputs: true })
    before.addOutputAddress(address, 100_000n, regtest)
    before.addInput({ txid: '22'.repeat(32), index: 0, finalScriptSig: Uint8Array.of(0x51) })
    const raw = before.unsignedTx
    const script = before.getOutput(0).script ?? new Uint8Array()
    const transaction = new Transaction()
    transaction.addInput({
      txid: idOf(raw),
      index: 0,
      witnessUtxo: { script, amount: 100_000n },
      ...(isProven && { nonWitnessUtxo: raw }),
    })
    transaction.addOutputAddress(foreign.address ?? '', 60_000n, regtest)
    transaction.addOutputAddress(address, 39_000n, regtest)
    return base64.encode(transaction.toPSBT())
  }

  it('[S10] [S9.44] a transaction is signed whose amounts are proven; the person sees what leaves, what comes back, and the fee', async () => {
    const { ask, refusal, addresses, seen } = await frame()
    const own = await only(addresses(bitcoinId))
    const signInputs = [{ index: 0, address: own }]
    const params = { psbt: psbt(own), account: own, signInputs, broadcast: false }
    const { psbt: signed } = (await ask('signPsbt', params, bitcoinId)) as { readonly psbt: string }
    const transaction = Transaction.fromPSBT(base64.decode(signed))
    transaction.finalize()
    expect(transaction.fee).toBe(1_000n)
    expect(seen.at(-1)?.reading).toMatchObject({
      fee: 1_000n,
      actions: [
        { kind: 'transfer', to: foreign.address, amount: 60_000n },
        { kind: 'change', amount: 39_000n },
      ],
    })
    const unproven = { ...params, psbt: psbt(own, false) }
    expect(await refusal('signPsbt', unproven, bitcoinId)).toBe('UNREADABLE')
    const others = { ...params, signInputs: [{ index: 0, address: foreign.address }] }
    expect(await refusal('signPsbt', others, bitcoinId)).toBe('INVALID')
    const twice = { ...params, signInputs: [...signInputs, ...signInputs] }
    expect(await refusal('signPsbt', twice, bitcoinId)).toBe('UNREADABLE')
    expect(seen).toHaveLength(1)
  })

  it('a network whose addresses the frame does not know is refused', async () => {
    const { refusal } = await frame()
    const params = { message: 'Hello', account: 'x' }
    expect(await refusal('signMessage', params, `bip122:${'1'.repeat(32)}`)).toBe('NETWORK_UNKNOWN')
  })
})

describe('What the frame signs on Polkadot', () => {
  it('[S9.44] an account has the address of the network, and a text is signed and verifies', async () => {
    const { ask, refusal, addresses } = await frame()
    const own = await only(addresses(polkadotId))
    const account = readAddress(own) ?? new Uint8Array()
    expect(own).toBe(writeAddress(account, 7))
    // The page may write the account as another network does.
    for (const address of [own, writeAddress(account, 42)]) {
      const { signature } = (await ask(
        'polkadot_signMessage',
        { address, message: 'Hello' },
        polkadotId,
      )) as { readonly signature: string }
      expect(judgeSubstrate(own, 'Hello', signature)).toMatchObject({ scheme: 'sr25519' })
    }
    const other = writeAddress(new Uint8Array(32).fill(3), 7)
    const asked = { address: other, message: 'Hello' }
    expect(await refusal('polkadot_signMessage', asked, polkadotId)).toBe('INVALID')
    // No network of this genesis, no address.
    expect(await addresses(`polkadot:${'1'.repeat(32)}`)).toEqual([])
  })

  it('[S10] [S9.44] a transfer is signed, another call is not, and neither is the same call for another genesis', async () => {
    const { ask, refusal, addresses, seen } = await frame()
    const address = await only(addresses(polkadotId))
    const to = '02'.repeat(32)
    const transactionPayload = {
      address,
      blockHash: `0x${'00'.repeat(32)}`,
      blockNumber: '0x00000001',
      era: '0x1500',
      genesisHash: `0x${genesis}`,
      method: `0x0a0300${to}0b00407a10f35a`,
      nonce: '0x00000000',
      specVersion: '0x00000001',
      tip: '0x00000000000000000000000000000000',
      transactionVersion: '0x00000001',
      signedExtensions: [],
      version: 4,
      mode: 0,
      withSignedTransaction: false,
    }
    const askFor = (change: object) => ({
      address,
      transactionPayload: { ...transactionPayload, ...change },
    })
    const { signature } = (await ask('polkadot_signTransaction', askFor({}), polkadotId)) as {
      readonly signature: string
    }
    expect(signature).toMatch(/^0x01[\da-f]{128}$/)
    expect(seen.at(-1)?.reading).toMatchObject({
      fee: 'unknown',
      actions: [{ kind: 'transfer', to: writeAddress(hex.decode(to), 7), amount: 10n ** 14n }],
    })
    for (const change of [
      { method: `0x0a0400${to}04` },
      { genesisHash: `0x${'46'.repeat(32)}` },
      { mode: 1, metadataHash: `0x${'aa'.repeat(32)}` },
    ])
      expect(await refusal('polkadot_signTransaction', askFor(change), polkadotId)).toBe(
        'UNREADABLE',
      )
    expect(seen).toHaveLength(1)
  })
})

describe('What the frame knows of a token', () => {
  const pay = (contract: string) => [
    {
      to: contract,
      data: `0xa9059cbb${'22'.repeat(20).padStart(64, '0')}${word(1_500_000)}`,
      value: '0x0',
      nonce: '0x0',
      gas: '0xffff',
      maxFeePerGas: '0x1',
      maxPriorityFeePerGas: '0x1',
    },
  ]

  it('[S10] symbol and decimals come from its own list or from the contract, never from the page', async () => {
    const { ask, seen } = await frame()
    await ask('eth_sendTransaction', pay(token), 'eip155:1')
    expect(seen.at(-1)?.tokens?.get(token)).toEqual({
      symbol: 'PUSD',
      decimals: 6,
      source: 'contract',
    })
    // USDC on Base is in the list, so no node is asked.
    const dollar = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
    await ask('eth_sendTransaction', pay(dollar), 'eip155:8453')
    expect(seen.at(-1)?.tokens?.get(dollar.toLowerCase())).toEqual({
      symbol: 'USDC',
      decimals: 6,
      source: 'table',
    })
    // Unknown, and no node of the network.
    await ask('eth_sendTransaction', pay(token), 'eip155:8453')
    expect(seen.at(-1)?.tokens?.size).toBe(0)
  })
})
