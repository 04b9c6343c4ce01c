import { Metadata as OracleMetadata, TypeRegistry } from '@polkadot/types'
import kusamaHex from '@polkadot/types-support/metadata/v14/kusama-hex'
import polkadotHex from '@polkadot/types-support/metadata/v14/polkadot-hex'
import substrateHex from '@polkadot/types-support/metadata/v14/substrate-hex'
import { hex } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metadataHex } from '../../test/rpc-ledger.js'
import { bytesOfHex, hexOf } from '../node/bytes.js'
import { readMetadata } from '../node/metadata.js'
import { compact, createReader } from '../node/scale.js'
import { decodeAll, isEmpty } from '../node/values.js'
import {
  type Circumstances,
  existentialDeposit,
  mortalEra,
  signedBytes,
  signedExtrinsic,
  signerPayload,
  transferCall,
} from './extrinsic.js'

const runtimes = {
  polkadot: polkadotHex,
  kusama: kusamaHex,
  substrate: substrateHex,
  'polkadot (version 15)': metadataHex,
} as const
const read = (name: keyof typeof runtimes) => {
  const registry = new TypeRegistry()
  registry.setMetadata(new OracleMetadata(registry, runtimes[name]))
  const metadataBytes = bytesOfHex(runtimes[name]) ?? new Uint8Array()
  return {
    registry,
    runtime: {
      metadata: readMetadata(metadataBytes),
      metadataBytes,
      specVersion: 1_003_004,
      transactionVersion: 26,
    },
  }
}
const [sender, recipient] = [new Uint8Array(32).fill(4), new Uint8Array(32).fill(3)]
const circumstances = (runtime: Circumstances['runtime'], nonce = 3): Circumstances => ({
  runtime,
  nonce,
  genesis: `0x${'91'.repeat(32)}`,
  birth: { hash: `0x${'ab'.repeat(32)}`, number: 20_000_123 },
})

const payment = (runtime: Circumstances['runtime'], amount: bigint) =>
  transferCall(runtime, { to: recipient, amount, kind: 'keepAlive' })

describe("transactions, compared with the ecosystem's library", () => {
  it.each(['polkadot', 'kusama', 'polkadot (version 15)'] as const)(
    'a transaction on %s decodes to the requested call',
    name => {
      const { registry, runtime } = read(name)
      const call = payment(runtime, 1_234_567_890_123n)
      const extrinsic = signedExtrinsic(
        call,
        sender,
        Uint8Array.of(1, ...new Uint8Array(64).fill(9)),
        { ...circumstances(runtime), tip: 160_000_000n },
      )
      const theirs = registry.createType('Extrinsic', extrinsic, { version: 4 })
      expect(theirs.toHex()).toBe(hexOf(extrinsic))
      expect([
        `${theirs.method.section}.${theirs.method.method}`,
        theirs.nonce.toNumber(),
        theirs.tip.toNumber(),
      ]).toEqual(['balances.transferKeepAlive', 3, 160_000_000])
      expect(theirs.method.args.map(argument => hex.encode(argument.toU8a()))).toEqual([
        `00${'03'.repeat(32)}`,
        hex.encode(compact(1_234_567_890_123n)),
      ])
      expect([
        theirs.era.asMortalEra.period.toNumber(),
        theirs.era.asMortalEra.birth(20_000_130),
      ]).toEqual([64, 20_000_123])
    },
  )
  it.each(['polkadot', 'kusama', 'polkadot (version 15)'] as const)(
    'a transaction on %s is signed over the bytes that a wallet builds from the same payload',
    name => {
      const { registry, runtime } = read(name)
      const call = payment(runtime, 5n)
      for (const nonce of [0, 63, 64, 16_384, 2 ** 30]) {
        const here = { ...circumstances(runtime, nonce), tip: BigInt(nonce) ** 3n }
        const words = signerPayload(hexOf(call), 'unused', here)
        registry.setSignedExtensions([...words.signedExtensions])
        const theirs = registry
          .createType('ExtrinsicPayload', words as never, { version: 4 })
          .toU8a({ method: true })
        expect(hexOf(signedBytes(call, here))).toBe(hexOf(theirs))
      }
      const checked = { ...circumstances(runtime), metadataHash: new Uint8Array(32).fill(7) }
      const theirs = registry
        .createType('ExtrinsicPayload', signerPayload(hexOf(call), 'unused', checked) as never, {
          version: 4,
        })
        .toU8a({ method: true })
      expect(hexOf(signedBytes(call, checked)), 'with the hash of the metadata').toBe(hexOf(theirs))
    },
  )
  it('a long transaction is hashed before it is signed', () => {
    const { runtime } = read('polkadot')
    expect(signedBytes(new Uint8Array(300), circumstances(runtime))).toHaveLength(32)
  })
  it('a transaction is refused where the runtime requires an unknown extension', () => {
    const { runtime } = read('polkadot')
    const account =
      [...runtime.metadata.types].find(
        ([, type]) => type.kind === 'array' && type.length === 32,
      )?.[0] ?? 0
    const extensions = [
      ...runtime.metadata.extrinsic.extensions,
      { name: 'PayForMyLunch', extra: account, additional: account },
    ]
    const greedy = {
      ...runtime,
      metadata: { ...runtime.metadata, extrinsic: { ...runtime.metadata.extrinsic, extensions } },
    }
    expect(() => signedBytes(new Uint8Array(3), circumstances(greedy))).toThrow(
      expect.objectContaining({ code: 'TRANSFER_REFUSED' }),
    )
    const pallets = { ...runtime.metadata, types: new Map(), pallet: () => undefined }
    expect(() => payment({ ...runtime, metadata: pallets }, 1n)).toThrow(
      expect.objectContaining({ code: 'TRANSFER_REFUSED' }),
    )
    expect(() => existentialDeposit({ ...runtime, metadata: pallets })).toThrow(
      expect.objectContaining({ code: 'TRANSFER_REFUSED' }),
    )
    const future = { ...runtime.metadata, extrinsic: { ...runtime.metadata.extrinsic, version: 5 } }
    expect(() =>
      signedExtrinsic(
        new Uint8Array(3),
        sender,
        new Uint8Array(65),
        circumstances({ ...runtime, metadata: future }),
      ),
    ).toThrow()
  })
})

describe('metadata', () => {
  it.each([
    ['polkadot', 10_000_000_000n],
    ['kusama', 333_333_333n],
  ] as const)('the metadata of %s has the existential deposit', (name, deposit) =>
    expect(existentialDeposit(read(name).runtime)).toBe(deposit),
  )

  it.each(Object.keys(runtimes) as (keyof typeof runtimes)[])(
    'the metadata of %s has the pallets, constants and types that the library reads',
    name => {
      const { registry, runtime } = read(name)
      const theirs = registry.metadata
      for (const pallet of theirs.pallets) {
        const ours = runtime.metadata.pallet(pallet.name.toString())
        for (const constant of pallet.constants)
          expect(
            hex.encode(ours?.constants.get(constant.name.toString())?.value ?? new Uint8Array()),
          ).toBe(hex.encode(constant.value.toU8a(true)))
      }
      expect(runtime.metadata.types.size).toBe(theirs.lookup.types.length)
      expect(runtime.metadata.extrinsic.extensions.map(one => one.name)).toEqual(
        theirs.extrinsic.transactionExtensions.map(one => one.identifier.toString()),
      )
    },
  )
  it('every constant decodes by its type, to the last byte', () => {
    const { runtime } = read('polkadot')
    let count = 0
    for (const name of [
      'System',
      'Balances',
      'Staking',
      'Timestamp',
      'ConvictionVoting',
      'Referenda',
      'Treasury',
      'Proxy',
      'Bounties',
    ])
      for (const { type, value } of runtime.metadata.pallet(name)?.constants.values() ?? []) {
        decodeAll(runtime.metadata, type, value)
        count++
      }
    expect(count).toBeGreaterThan(40)
  })
  it('types without bytes are recognised', () => {
    const { metadata } = read('polkadot').runtime
    const sizes = metadata.extrinsic.extensions.map(({ name, extra }) => [
      name,
      isEmpty(metadata, extra),
    ])
    expect(Object.fromEntries(sizes)).toMatchObject({
      CheckNonZeroSender: true,
      CheckWeight: true,
      CheckNonce: false,
      CheckMortality: false,
      ChargeTransactionPayment: false,
    })
  })
  it('[D37] truncated, corrupt or foreign metadata throws a named error', () => {
    const bytes = bytesOfHex(polkadotHex) ?? new Uint8Array()
    expect(() => readMetadata(new Uint8Array())).toThrow(
      expect.objectContaining({ code: 'CHAIN_ANSWER' }),
    )
    expect(() =>
      readMetadata(Uint8Array.of(...bytes.slice(0, 4), 16, ...bytes.slice(5, 100))),
    ).toThrow(expect.objectContaining({ code: 'CHAIN_ANSWER' }))
    fc.assert(
      fc.property(fc.nat(5_000), cut => {
        expect(() => readMetadata(bytes.slice(0, cut))).toThrow(
          expect.objectContaining({ code: 'CHAIN_ANSWER' }),
        )
      }),
      { numRuns: 50 },
    )
  })
})

describe('SCALE', () => {
  it('whole numbers are encoded as by the library, and decode again', () => {
    const registry = new TypeRegistry()
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }), fc.nat(127), (big, shift) => {
        const value = big >> BigInt(shift)
        expect(hexOf(compact(value))).toBe(
          hexOf(registry.createType('Compact<u128>', value).toU8a()),
        )
        expect(createReader(compact(value)).compact()).toBe(value)
      }),
    )
  })
  it('the era of a transaction is encoded as by the library', () => {
    const registry = new TypeRegistry()
    for (const birth of [0, 1, 63, 64, 20_000_123]) {
      expect(hexOf(mortalEra(birth))).toBe(
        hexOf(registry.createType('ExtrinsicEra', { current: birth, period: 64 } as never).toU8a()),
      )
    }
  })
})
