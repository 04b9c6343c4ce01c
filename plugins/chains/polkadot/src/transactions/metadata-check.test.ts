/** Tests that a node cannot choose what is signed by lying about the runtime. */
import olderMetadata from '@polkadot/types-support/metadata/v14/polkadot-hex'
import type { PolkadotWalletOptions } from '@portico/mock-wallets'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect, dot, never } from '../../test/bench.js'
import { type Changes, changedMetadata, swapIndex } from '../../test/changed-metadata.js'
import { keyOf, openPage } from '../../test/page.js'
import { metadataHex, optionalMetadata, type RpcLedger, startNode } from '../../test/rpc-ledger.js'
import { encodeSubstrateAddress } from '../addresses/ss58.js'
import {
  kusama,
  kusamaAssetHub,
  polkadotAssetHub,
  polkadotRelay,
  type SubstrateNetwork,
  westend,
} from '../networks.js'
import { bytesOfHex } from '../node/bytes.js'
import { readMetadata } from '../node/metadata.js'
import type { SubstrateNode } from '../node/node.js'
import { assertKnownRuntime } from './metadata-check.js'

// Rewriting metadata with the ecosystem's library takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let node: RpcLedger
let page: ReturnType<typeof openPage>
beforeEach(async () => {
  node = await startNode()
  page = openPage()
})
afterEach(async () => {
  page.close()
  await node.close()
})

/**
 * What the true runtime decodes in the attack: a batch of two calls, the first of which sends
 * everything to the thief.
 */
const thief = Uint8Array.of(...new Uint8Array(29).fill(0x66), 0x07, 0x34, 0x12)
const attack = {
  // Balances.transferAll, an account id, and 29 bytes of it: the payee's requested address.
  to: encodeSubstrateAddress(Uint8Array.of(5, 4, 0, ...thief.slice(0, 29)), 0),
  // 0.44 DOT: the other three bytes of the thief's id (after the length), `keep_alive: false`, and
  // the call Session.purgeKeys.
  amount: 0x01_09_00_12_34n,
}
const lies: Readonly<Record<string, (changes: Changes) => void>> = {
  pallet: ({ variants, metadata }) => {
    swapIndex(variants('RuntimeCall'), 'Balances', 26)
    swapIndex(metadata.pallets, 'Balances', 26)
  },
  call: ({ variants }) =>
    swapIndex(variants('pallet_balances::pallet::Call'), 'transfer_keep_alive', 4),
  variant: ({ variants }) => swapIndex(variants('multiaddress::MultiAddress'), 'Id', 8),
}
const theft = (changes: Changes) => {
  for (const lie of Object.values(lies)) lie(changes)
}
const changed = {
  newer: changedMetadata(metadataHex, theft),
  older: changedMetadata(olderMetadata, theft),
}
const optional = (metadata: `0x${string}`) => ({ result: optionalMetadata(metadata) })

/** A payer with 50 DOT, and a node with this metadata. */
async function bench(
  newer: `0x${string}` | undefined,
  wallet: Partial<PolkadotWalletOptions> = {},
  extraUrls: readonly string[] = [],
) {
  node.answers.set('Metadata_metadata_at_version', newer ? optional(newer) : { result: '0x00' })
  node.answers.set('state_getMetadata', {
    result: newer === metadataHex ? olderMetadata : changed.older,
  })
  const made = await connect({ page: page.page, rpcUrls: [node.url, ...extraUrls], wallet })
  node.fund(made.own, 50n * dot)
  for (const one of [thief, Uint8Array.of(5, 4, 0, ...thief.slice(0, 29)), keyOf(9).accountId])
    node.fund(one, dot)
  const prompts = () => made.wallet.calls.filter(({ method }) => method === 'signPayload').length
  const pay = async (amount: bigint = attack.amount, to: string = attack.to) => {
    const { draft } = await made.prepare(amount, { to })
    return made.sender?.send(made.via, made.account, draft, never)
  }
  return {
    ...made,
    prompts,
    pay,
    isRobbed: () => node.freeOf(thief) > dot || node.freeOf(made.own) < 45n * dot,
  }
}
const ignoring: Partial<PolkadotWalletOptions> = { quirks: { ignoresMetadataHash: true } }

describe('a node that describes a transfer with the bytes of a theft', () => {
  it('[S2] gets a signature that the runtime refuses, because the hash of the changed metadata is signed', async () => {
    const { pay, prompts, isRobbed } = await bench(changed.newer)
    await expect(pay()).rejects.toMatchObject({
      code: 'WALLET_OUTCOME',
      message: expect.stringMatching(/bad signature/),
    })
    expect([prompts(), isRobbed()]).toEqual([1, false])
  })
  it('[S2] gets no signature from a wallet that ignores the hash: the transfer is refused and not submitted', async () => {
    const { pay, isRobbed } = await bench(changed.newer, ignoring)
    await expect(pay()).rejects.toMatchObject({
      code: 'TRANSFER_REFUSED',
      message: expect.stringMatching(/could not be verified/),
    })
    expect(node.requests).not.toContain('author_submitExtrinsic')
    expect(isRobbed()).toBe(false)
  })
  it('[S2] a node that describes a transfer with the bytes of a theft is refused before the wallet gets the request when it hides the metadata that can be hashed', async () => {
    const { pay, prompts, isRobbed } = await bench(undefined)
    await expect(pay()).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
    expect([prompts(), isRobbed()]).toEqual([0, false])
  })
  it('[S2] a node that describes a transfer with the bytes of a theft is refused before the wallet gets the request when it tells the truth after the draft was made', async () => {
    const { prepare, sender, via, account, prompts } = await bench(changed.newer)
    node.answers.set('state_getRuntimeVersion', {
      result: { specVersion: 1_999_999, transactionVersion: 26 },
    })
    const { draft } = await prepare(attack.amount, { to: attack.to })
    node.answers.clear()
    await expect(sender?.send(via, account, draft, never)).rejects.toMatchObject({
      code: 'TRANSFER_REFUSED',
    })
    expect(prompts()).toBe(0)
  })
  it.each(Object.keys(lies))(
    '[S2] a node that describes a transfer with the bytes of a theft with a wrong index of the %s alone moves nothing, whether the wallet signs the hash or not',
    async name => {
      const lying = changedMetadata(metadataHex, lies[name] ?? theft)
      for (const wallet of [{}, ignoring]) {
        const { pay, isRobbed } = await bench(lying, wallet)
        await expect(pay()).rejects.toMatchObject({
          code: wallet === ignoring ? 'TRANSFER_REFUSED' : 'WALLET_OUTCOME',
        })
        expect(isRobbed()).toBe(false)
      }
    },
  )
  it('[S2] a node that describes a transfer with the bytes of a theft is refused when the lie is in the list of pallets, which no hash covers', async () => {
    const { pay, isRobbed } = await bench(
      changedMetadata(metadataHex, ({ metadata }) => swapIndex(metadata.pallets, 'Balances', 26)),
    )
    await pay(dot)
    expect(node.freeOf(Uint8Array.of(5, 4, 0, ...thief.slice(0, 29)))).toBe(2n * dot)
    expect(isRobbed()).toBe(false)
  })
  it('[S2] a node that describes a transfer with the bytes of a theft is refused for a wallet that ignores the hash when it reorders what is signed, because the nonce would be paid as a tip', async () => {
    const lying = changedMetadata(metadataHex, ({ metadata: { extrinsic } }) => {
      const { signedExtensions: list } = extrinsic
      const places = ['CheckNonce', 'ChargeTransactionPayment'].map(name =>
        list.findIndex(one => one.identifier === name),
      ) as [number, number]
      ;[list[places[0]], list[places[1]]] = [list[places[1]], list[places[0]]] as [
        (typeof list)[0],
        (typeof list)[0],
      ]
    })
    await expect((await bench(lying, ignoring)).pay(dot)).rejects.toMatchObject({
      code: 'TRANSFER_REFUSED',
    })
  })
  it.each([
    'CheckSpecVersion',
    'CheckTxVersion',
    'CheckGenesis',
    'CheckMortality',
    'CheckNonce',
    'ChargeTransactionPayment',
    'CheckMetadataHash',
  ])(
    '[S2] a node that describes a transfer with the bytes of a theft is refused for a wallet that ignores the hash when it omits %s',
    async omitted => {
      const lying = changedMetadata(metadataHex, ({ metadata: { extrinsic } }) => {
        const place = extrinsic.signedExtensions.findIndex(
          ({ identifier }) => identifier === omitted,
        )
        expect(place).toBeGreaterThanOrEqual(0)
        extrinsic.signedExtensions.splice(place, 1)
      })
      await expect((await bench(lying, ignoring)).pay(dot)).rejects.toMatchObject({
        code: 'TRANSFER_REFUSED',
      })
      expect(node.requests).not.toContain('author_submitExtrinsic')
    },
  )
  it('[S2] a node that describes a transfer with the bytes of a theft is refused for a wallet that ignores the hash when its metadata charges the fee by another extension', async () => {
    const lying = changedMetadata(metadataHex, ({ metadata: { extrinsic } }) => {
      for (const one of extrinsic.signedExtensions)
        if (one.identifier === 'ChargeTransactionPayment') one.identifier = 'ChargeAssetTxPayment'
    })
    await expect((await bench(lying, ignoring)).pay(dot)).rejects.toMatchObject({
      code: 'TRANSFER_REFUSED',
    })
  })
})

describe('the true metadata', () => {
  const mode = (wallet: Awaited<ReturnType<typeof bench>>['wallet']) =>
    wallet.calls.flatMap(({ method, params }) =>
      method === 'signPayload' ? [(params as { readonly mode: number }).mode] : [],
    )
  it('[S2] the true metadata is signed by its hash, and the runtime accepts the transfer', async () => {
    const { pay, wallet } = await bench(metadataHex)
    await pay(dot)
    expect(mode(wallet)).toEqual([1])
    expect(node.freeOf(Uint8Array.of(5, 4, 0, ...thief.slice(0, 29)))).toBe(2n * dot)
  })
  it('[S2] allows a payment by a wallet that ignores the hash, where the indexes equal those kept in the code', async () => {
    const { pay } = await bench(metadataHex, ignoring)
    await pay(dot)
    expect(node.freeOf(Uint8Array.of(5, 4, 0, ...thief.slice(0, 29)))).toBe(2n * dot)
  })
  it.each([1_999_999, 2_000_001])(
    '[S2] the true metadata of runtime version %s is void for the runtime 2000000',
    async specVersion => {
      const bytes = (version: number) => Buffer.from(Uint32Array.of(version).buffer).toString('hex')
      const other = changedMetadata(metadataHex, ({ metadata }) => {
        const version = metadata.pallets
          .find(({ name }) => name === 'System')
          ?.constants.find(({ name }) => name === 'Version')
        if (version) version.value = version.value.replace(bytes(2_000_000), bytes(specVersion))
      })
      const { pay, prompts, isRobbed } = await bench(other)
      await expect(pay(dot), 'the node names another version beside it').rejects.toMatchObject({
        code: 'TRANSFER_REFUSED',
      })
      expect(prompts()).toBe(0)
      node.answers.set('state_getRuntimeVersion', {
        result: { specVersion, transactionVersion: 26 },
      })
      await expect(pay(dot), 'the node names the same version').rejects.toMatchObject({
        code: 'WALLET_OUTCOME',
      })
      expect(isRobbed()).toBe(false)
    },
  )
})

describe('a chain that checks no hash', () => {
  let other: RpcLedger
  beforeEach(async () => {
    other = await startNode()
  })
  afterEach(() => other.close())
  it('[S2] needs two endpoints with the same description of the runtime', async () => {
    const { pay } = await bench(metadataHex, ignoring, [other.url])
    await pay(dot)
    other.answers.set(
      'Metadata_metadata_at_version',
      optional(
        changedMetadata(metadataHex, ({ metadata }) => swapIndex(metadata.pallets, 'Balances', 26)),
      ),
    )
    await expect(pay(dot)).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
    other.answers.set('Metadata_metadata_at_version', { status: 503, body: '' })
    await expect(pay(dot)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    expect(node.requests.filter(method => method === 'author_submitExtrinsic')).toHaveLength(1)
  })
  it('[S2] sends nothing for a network without its own indexes, or with different ones', async () => {
    const strange = '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c4'
    node.answers.set('chain_getBlockHash', { result: strange })
    node.answers.set('Metadata_metadata_at_version', { result: '0x00' })
    for (const [transferIndexes, outcome] of [
      [undefined, 'TRANSFER_REFUSED'],
      [{ balances: 6, transferKeepAlive: 3, transferAllowDeath: 0 }, 'TRANSFER_REFUSED'],
      [{ balances: 5, transferKeepAlive: 3, transferAllowDeath: 0 }, 'drafted'],
    ] as const) {
      const definition = {
        genesisHash: strange,
        ...(transferIndexes && { transferIndexes }),
      } as const
      const { prepare, own, wallet } = await connect({
        page: page.page,
        rpcUrls: [node.url],
        definition,
      })
      node.fund(own, 50n * dot)
      expect(
        await prepare(dot).then(
          () => 'drafted',
          ({ code }) => code,
        ),
      ).toBe(outcome)
      wallet.vanish()
    }
  })
})

describe('the hash of block 0', () => {
  it('[S24] the hash of block 0 comes from the network’s definition: a node whose hash only begins alike is refused', async () => {
    const { pay, prompts } = await bench(metadataHex)
    node.answers.set('chain_getBlockHash', {
      result: `0x91b171bb158e2d3848fa23a9f1c25182${'00'.repeat(16)}`,
    })
    await expect(pay(dot)).rejects.toMatchObject({ code: 'CHAIN_NETWORK' })
    expect(prompts()).toBe(0)
  })
  it('[S24] the hash of block 0 is signed as defined when a confirmed node returns another one', async () => {
    const { pay, prepare, wallet } = await bench(metadataHex)
    await prepare(dot)
    node.answers.set('chain_getBlockHash', {
      result: `0xb0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe`,
    })
    await pay(dot)
    const { params } = wallet.calls.find(({ method }) => method === 'signPayload') ?? {}
    expect(params).toMatchObject({
      genesisHash: '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3',
    })
  })
})

describe('the indexes kept in the code', () => {
  it.each([
    [
      'Polkadot',
      [true, false, false, false, false],
      () => import('@polkadot/types-support/metadata/v15/polkadot-hex'),
    ],
    [
      'Polkadot Asset Hub',
      [false, true, false, true, false],
      () => import('@polkadot/types-support/metadata/v15/asset-hub-polkadot-hex'),
    ],
    [
      'Kusama',
      [false, false, true, false, true],
      () => import('@polkadot/types-support/metadata/v15/kusama-hex'),
    ],
    [
      'Kusama Asset Hub',
      [false, true, false, true, false],
      () => import('@polkadot/types-support/metadata/v15/asset-hub-kusama-hex'),
    ],
  ] as const)('[S2] equal those of the published metadata of %s', async (_name, fits, load) => {
    const metadataBytes = bytesOfHex(`0x${(await load()).default.slice(12)}`) ?? new Uint8Array()
    const runtime = {
      metadata: readMetadata(metadataBytes),
      metadataBytes,
      specVersion: 1,
      transactionVersion: 1,
    }
    const node = { isSharedMetadata: async () => true } as unknown as SubstrateNode
    const isKnown = (other: SubstrateNetwork) =>
      assertKnownRuntime(runtime, other, node, never).then(
        () => true,
        () => false,
      )
    expect(
      await Promise.all(
        [polkadotRelay, polkadotAssetHub, kusama, kusamaAssetHub, westend].map(isKnown),
      ),
    ).toEqual(fits)
  })
})
