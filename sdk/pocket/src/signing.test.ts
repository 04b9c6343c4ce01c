import { createPublicKey, verify } from 'node:crypto'
import {
  bitcoinAccounts,
  type Devnet,
  polkadotDevAccounts,
  solanaDevAccounts,
} from '@portico/devnet'
import { base58, base64, hex } from '@scure/base'
import { p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { verify as verifySchnorrkel } from '@scure/sr25519'
import { Verifier } from 'bip322-js'
import { createPublicClient, http, toHex, verifyMessage, verifyTypedData } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  ada,
  ask,
  bitcoin,
  bob,
  devnet,
  pair,
  pocket,
  polkadotChain,
  setUpBench,
  solana,
  soon,
} from '../test/bench.js'

describe('a wallet that pairs by WalletConnect', { timeout: 60_000 }, () => {
  setUpBench()

  describe('with its own keys', () => {
    it('signs messages and typed data of EVM chains verifiably', async () => {
      await pair()
      const signed = await ask<`0x${string}`>(
        'personal_sign',
        [toHex('hello'), ada.address],
        'eip155:1',
      )
      expect(
        await verifyMessage({ address: ada.address, message: 'hello', signature: signed }),
      ).toBe(true)
      const types = { Hello: [{ name: 'words', type: 'string' }] }
      const typed = {
        domain: { name: 'A page', chainId: 8453 },
        types,
        primaryType: 'Hello',
        message: { words: 'hello' },
      } as const
      const signature = await ask<`0x${string}`>(
        'eth_signTypedData_v4',
        [ada.address, JSON.stringify(typed)],
        'eip155:8453',
      )
      expect(await verifyTypedData({ ...typed, address: ada.address, signature })).toBe(true)
      expect(pocket.calls.map(({ method, chain }) => [method, chain])).toEqual([
        ['personal_sign', 'eip155:1'],
        ['eth_signTypedData_v4', 'eip155:8453'],
      ])
    })

    it('signs messages and transactions of Solana verifiably', async () => {
      await pair()
      const { address } = solanaDevAccounts[0]
      const message = new TextEncoder().encode('hello')
      const { signature } = await ask<{ signature: string }>(
        'solana_signMessage',
        { message: base58.encode(message), pubkey: address },
        solana,
      )
      expect(isSignedBy(address, message, base58.decode(signature))).toBe(true)
      const transfer = await solanaTransfer(devnet, 5n)
      const signed = await ask<{ signature: string; transaction: string }>(
        'solana_signTransaction',
        { transaction: base64.encode(transfer) },
        solana,
      )
      expect(isSignedBy(address, transfer.slice(65), base58.decode(signed.signature))).toBe(true)
      const to = solanaDevAccounts[1].address
      const before = await devnet.ledger('solana').balanceOf(to)
      await devnet
        .ledger('solana')
        .request('sendTransaction', [signed.transaction, { encoding: 'base64' }])
      expect(await devnet.ledger('solana').balanceOf(to)).toBe(before + 5n)
    })

    it('signs messages and transactions of Polkadot verifiably', async () => {
      await pair()
      const { address, publicKey } = polkadotDevAccounts[0]
      const key = hex.decode(publicKey.slice(2))
      const { signature } = await ask<{ signature: string }>(
        'polkadot_signMessage',
        { address, message: 'hello' },
        polkadotChain,
      )
      expect(
        verifySchnorrkel(
          new TextEncoder().encode('<Bytes>hello</Bytes>'),
          hex.decode(signature.slice(2)),
          key,
        ),
      ).toBe(true)
      const method = '0x00000468656c6c6f'
      const transactionPayload = {
        address,
        method,
        signedExtensions: [],
        version: 4,
        era: '0x00',
        nonce: '0x0',
        tip: '0x0',
      }
      const signed = await ask<{ signature: string }>(
        'polkadot_signTransaction',
        { address, transactionPayload },
        polkadotChain,
      )
      // One byte says of what kind the key is.
      expect(signed.signature.slice(0, 4)).toBe('0x01')
      expect(
        verifySchnorrkel(hex.decode(method.slice(2)), hex.decode(signed.signature.slice(4)), key),
      ).toBe(true)
    })

    it('signs messages and PSBTs of Bitcoin verifiably', async () => {
      await pair()
      const { address, privateKey } = bitcoinAccounts[0]
      for (const protocol of ['ecdsa', 'bip322'] as const) {
        const { signature } = await ask<{ signature: string }>(
          'signMessage',
          { account: address, message: 'hello', protocol },
          bitcoin,
        )
        expect(
          Verifier.verifySignature(address, 'hello', base64.encode(hex.decode(signature))),
        ).toBe(true)
      }
      const [payment, collectibles] = await ask<{ address: string; intention: string }[]>(
        'getAccountAddresses',
        { account: address },
        bitcoin,
      )
      expect([payment?.address, collectibles?.intention]).toEqual([address, 'ordinal'])
      const script = p2wpkh(pubECDSA(hex.decode(privateKey.slice(2))), TEST_NETWORK).script
      const unsigned = new Transaction()
      unsigned.addInput({
        txid: 'a'.repeat(64),
        index: 0,
        witnessUtxo: { script, amount: 10_000n },
      })
      unsigned.addOutput({ script, amount: 9_000n })
      const params = {
        account: address,
        psbt: base64.encode(unsigned.toPSBT()),
        signInputs: [{ address, index: 0 }],
      }
      const { psbt } = await ask<{ psbt: string }>('signPsbt', params, bitcoin)
      const signed = Transaction.fromPSBT(base64.decode(psbt))
      expect(signed.getInput(0).partialSig).toHaveLength(1)
      expect(() => signed.finalize()).not.toThrow()
    })
  })

  it('sends on both EVM chains and on Bitcoin through the configured nodes', async () => {
    await pair()
    for (const chainId of [1, 8453]) {
      const transaction = { from: ada.address, to: bob.address, value: '0x2a' }
      const hash = await ask<`0x${string}`>(
        'eth_sendTransaction',
        [transaction],
        `eip155:${chainId}`,
      )
      const reader = createPublicClient({
        transport: http(devnet.chain(chainId).url),
        pollingInterval: 20,
      })
      expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success')
    }
    const transfer = {
      account: bitcoinAccounts[0].address,
      recipientAddress: bitcoinAccounts[1].address,
      amount: '50000',
    }
    const { txid } = await ask<{ txid: string }>('sendTransfer', transfer, bitcoin)
    await devnet.ledger('bip122').mine(1)
    const found = await soon(async () => {
      const response = await fetch(`${devnet.ledger('bip122').url}/tx/${txid}/status`)
      return (await response.json()) as { readonly confirmed: boolean }
    })
    expect(found.confirmed).toBe(true)
  })

  it('names its capabilities, and runs several calls as one transaction', async () => {
    await pair(['eip155'])
    const capabilities = await ask<Record<string, unknown>>(
      'wallet_getCapabilities',
      [ada.address],
      'eip155:1',
    )
    expect(capabilities['0x1']).toEqual({ atomic: { status: 'ready' } })
    const calls = [1n, 2n].map(value => ({ to: bob.address, value: toHex(value) }))
    const request = {
      version: '2.0.0',
      chainId: '0x1',
      from: ada.address,
      atomicRequired: true,
      calls,
    }
    const { id } = await ask<{ id: string }>('wallet_sendCalls', [request], 'eip155:1')
    await soon(async () =>
      expect(await ask('wallet_getCallsStatus', [id], 'eip155:1')).toMatchObject({
        status: 200,
        atomic: true,
      }),
    )
    expect(pocket.calls.filter(({ method }) => method === 'wallet_sendCalls')).toHaveLength(1)
  })
})

const isSignedBy = (address: string, message: Uint8Array, signature: Uint8Array): boolean => {
  const key = createPublicKey({
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      x: Buffer.from(base58.decode(address)).toString('base64url'),
    },
    format: 'jwk',
  })
  return verify(null, message, key, signature)
}

/** The first account pays the second: one signature to be made, then the message. */
async function solanaTransfer(devnet: Devnet, lamports: bigint): Promise<Uint8Array> {
  const { value } = (await devnet.ledger('solana').request('getLatestBlockhash')) as {
    readonly value: { readonly blockhash: string }
  }
  const [from, to] = [
    base58.decode(solanaDevAccounts[0].address),
    base58.decode(solanaDevAccounts[1].address),
  ]
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2, 0)
  data.writeBigUInt64LE(lamports, 4)
  const message = [
    1,
    0,
    1,
    3,
    ...from,
    ...to,
    ...new Uint8Array(32),
    ...base58.decode(value.blockhash),
    1,
    2,
    2,
    0,
    1,
    data.length,
    ...data,
  ]
  return Uint8Array.of(1, ...new Uint8Array(64), ...message)
}
