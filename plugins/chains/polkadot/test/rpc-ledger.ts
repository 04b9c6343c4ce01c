/**
 * A node's JSON-RPC interface over HTTP: the recorded metadata of a real runtime (Polkadot 2.0.0),
 * and a ledger. Transactions are decoded by the ecosystem's own library, and refused when
 * signature, nonce, lifetime or balance are wrong.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { blake2b } from '@noble/hashes/blake2.js'
import { Metadata, TypeRegistry } from '@polkadot/types'
import olderMetadataHex from '@polkadot/types-support/metadata/v14/polkadot-hex'
import optionalMetadataHex from '@polkadot/types-support/metadata/v15/polkadot-hex'
import { merkleizeMetadata } from '@polkadot-api/merkleize-metadata'
import { schemeOf } from '@portico/signatures/substrate'
import { hex } from '@scure/base'

/**
 * The registry of a real runtime, decoded by the ecosystem's own library, against which this
 * package's output is compared. Decoding takes a while, so all tests share it.
 */
const registry = new TypeRegistry()
// The recording is an optional value, as the runtime returns it: a byte for its presence, then the
// length in four bytes.
export const metadataHex: Text = `0x${optionalMetadataHex.slice(2 + 10)}`
registry.setMetadata(new Metadata(registry, metadataHex))

const genesisHash = '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3'
/** The hash that the runtime was built with, and compares with the signed one. */
const metadataHash = text(
  merkleizeMetadata(metadataHex, { decimals: 10, tokenSymbol: 'DOT' }).digest(),
)
export const deposit = 10_000_000_000n
export const flatFee = 160_000_000n
const version = { specName: 'polkadot', specVersion: 2_000_000, transactionVersion: 26 }
const accountKey = '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'

type Text = `0x${string}`
interface Entry {
  free: bigint
  reserved: bigint
  frozen: bigint
  nonce: number
  consumers: number
}
interface Question {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}
export interface RpcLedger {
  readonly url: string
  /** The requested methods; for `state_call` the function. */
  readonly requests: string[]
  /**
   * Overrides the response of a method, or of a function of `state_call`: its result, or status and
   * body of the whole response. `forwards`: it is executed nevertheless.
   */
  readonly answers: Map<
    string,
    | { readonly result: unknown }
    | { readonly error: object; readonly forwards?: boolean }
    | { readonly status?: number; readonly body: string }
  >
  readonly accounts: Map<string, Entry>
  fund(accountId: Uint8Array, free: bigint, rest?: Partial<Entry>): void
  freeOf(accountId: Uint8Array): bigint
  /**
   * Puts pending transactions into a block, which is final at once. With `fail`, their calls fail.
   */
  mine(blocks?: number, fail?: boolean): void
  /**
   * Reports a newest block that is this many blocks older than the newest final one, like a lagging
   * endpoint beside another.
   */
  lag(blocks: number): void
  /** Drops pending transactions. */
  forget(): void
  close(): Promise<void>
}

const le = (value: bigint, bytes: number) =>
  Uint8Array.from({ length: bytes }, (_none, at) => Number((value >> BigInt(8 * at)) & 255n))
function text(bytes: Uint8Array): Text {
  return `0x${hex.encode(bytes)}`
}
/** Metadata as the runtime returns it. */
export const optionalMetadata = (metadata: Text): Text =>
  `0x01${hex.encode(registry.createType('Bytes', metadata).toU8a())}`

const nameOf = ({ method, params }: Pick<Question, 'method' | 'params'>) =>
  method === 'state_call' ? String(params[0]) : method

export async function startNode(): Promise<RpcLedger> {
  const accounts = new Map<string, Entry>()
  const requests: string[] = []
  const answers: RpcLedger['answers'] = new Map()
  const blocks: { readonly extrinsics: readonly string[]; readonly failed: boolean }[] = Array.from(
    { length: 1_000 },
    () => ({
      extrinsics: ['0x280403000b00'],
      failed: false,
    }),
  )
  let pool: string[] = []
  let behind = 0
  const numbers = new Map<unknown, number>()
  const hashOfBlock = (number: number) => {
    const hash =
      number === 0
        ? genesisHash
        : text(Uint8Array.of(...le(BigInt(number), 4), ...new Uint8Array(28).fill(0xb1)))
    numbers.set(hash, number)
    return hash
  }
  const numberOfBlock = (hash: unknown) => numbers.get(hash) ?? -1
  const entryOf = (accountId: string): Entry => {
    const entry = accounts.get(accountId) ?? {
      free: 0n,
      reserved: 0n,
      frozen: 0n,
      nonce: 0,
      consumers: 0,
    }
    accounts.set(accountId, entry)
    return entry
  }

  const read = (raw: string) => {
    const extrinsic = registry.createType('Extrinsic', raw, { version: 4 })
    if (extrinsic.toHex() !== raw) throw new Error('could not be read back')
    const [dest, value] = extrinsic.args as unknown as [
      { toU8a(): Uint8Array },
      { toBigInt?(): bigint } | undefined,
    ]
    // An address is the byte of its kind and the account.
    const [from, to] = [extrinsic.signer, dest].map(address => text(address.toU8a().slice(1))) as [
      string,
      string,
    ]
    return {
      extrinsic,
      from,
      to,
      value: value?.toBigInt?.() ?? 0n,
      method: `${extrinsic.method.section}.${extrinsic.method.method}`,
    }
  }
  const checkSignature = ({ extrinsic, from }: ReturnType<typeof read>) => {
    const era = extrinsic.era.asMortalEra
    const mode = extrinsic.mode.toNumber()
    const birth = era.birth(blocks.length - 1)
    const payload = registry
      .createType(
        'ExtrinsicPayload',
        {
          method: extrinsic.method.toHex(),
          era: extrinsic.era.toHex(),
          nonce: extrinsic.nonce.toHex(),
          tip: extrinsic.tip.toHex(),
          specVersion: version.specVersion,
          transactionVersion: version.transactionVersion,
          genesisHash,
          blockHash: hashOfBlock(birth),
          // The runtime uses its own hash, also where the signer had other metadata.
          mode,
          metadataHash: mode === 1 ? metadataHash : null,
        } as never,
        { version: 4 },
      )
      .toU8a({ method: true })
    const signed = payload.length > 256 ? blake2b(payload, { dkLen: 32 }) : payload
    if (!schemeOf(multiSignature(extrinsic), signed, hex.decode(from.slice(2))))
      throw new Error('Invalid Transaction: Transaction has a bad signature')
  }
  const submit = (raw: string): string => {
    const transaction = read(raw)
    checkSignature(transaction)
    const { extrinsic, from, to, value, method } = transaction
    const sender = entryOf(from)
    if (extrinsic.nonce.toNumber() !== sender.nonce)
      throw new Error('Invalid Transaction: Transaction is outdated')
    if (method === 'utility.forceBatch') return carryOutBatch(extrinsic, from, raw)
    if (!/^balances\.transfer(?:KeepAlive|AllowDeath)$/.test(method))
      throw new Error('unexpected call')
    const least = method.endsWith('KeepAlive') ? deposit : 0n
    const held = sender.frozen > sender.reserved ? sender.frozen - sender.reserved : 0n
    if (sender.free - value - flatFee < (held > least ? held : least))
      throw new Error('Invalid Transaction: Inability to pay some fees')
    sender.nonce++
    sender.free -= value + flatFee
    entryOf(to).free += value
    return keep(raw)
  }
  const keep = (raw: string) => {
    pool.push(raw)
    return text(blake2b(hex.decode(raw.slice(2)), { dkLen: 32 }))
  }
  /** In a batch only `transferAll` has an effect here. */
  const carryOutBatch = (
    extrinsic: ReturnType<typeof read>['extrinsic'],
    from: string,
    raw: string,
  ) => {
    const sender = entryOf(from)
    sender.nonce++
    for (const call of extrinsic.args[0] as unknown as {
      section: string
      method: string
      args: { toU8a(): Uint8Array }[]
    }[]) {
      if (`${call.section}.${call.method}` !== 'balances.transferAll') continue
      const to = text(call.args[0]?.toU8a().slice(1) ?? new Uint8Array())
      entryOf(to).free += sender.free - flatFee
      sender.free = 0n
    }
    return keep(raw)
  }
  // One event per transaction and one of the block's own, in the recorded runtime's encoding.
  const events = (number: number) => {
    const { extrinsics = [], failed = false } = blocks[number] ?? {}
    // A weight (two compact numbers), a class, whether it pays; each of the smallest kind.
    const info = '04040000'
    const records = extrinsics.map(
      (_raw, at) =>
        `00${hex.encode(le(BigInt(at), 4))}${failed && at > 0 ? `0001030502000000${info}` : `0000${info}`}00`,
    )
    return `0x${hex.encode(Uint8Array.of(records.length << 2))}${records.join('')}`
  }

  const methods: Record<string, (...params: unknown[]) => unknown> = {
    chain_getBlockHash: number => hashOfBlock(Number(number)),
    chain_getFinalizedHead: () => hashOfBlock(blocks.length - 1),
    chain_getHeader: (hash = hashOfBlock(blocks.length - 1 - behind)) => ({
      number: `0x${numberOfBlock(hash).toString(16)}`,
    }),
    chain_getBlock: hash => ({ block: { extrinsics: blocks[numberOfBlock(hash)]?.extrinsics } }),
    state_getRuntimeVersion: () => version,
    state_getMetadata: () => olderMetadataHex,
    system_accountNextIndex: address =>
      entryOf((registry.createType('AccountId', address) as unknown as { toHex(): string }).toHex())
        .nonce,
    Metadata_metadata_at_version: (_name, version) =>
      version === '0x0f000000' ? optionalMetadataHex : '0x00',
    TransactionPaymentApi_query_info(_name, question) {
      // A node with false metadata decodes the transaction by it, and returns that fee.
      if (!answers.has('Metadata_metadata_at_version')) read(String(question).slice(0, -8))
      return `0x040400${hex.encode(le(flatFee, 16))}`
    },
    // A node that lies about kinds of addresses writes the sender's kind itself, which no signature
    // covers.
    author_submitExtrinsic: raw => submit(String(raw).replace(/^(0x.{4}84)08/, '$100')),
    state_getStorage(key, hash) {
      if (!String(key).startsWith(accountKey)) return events(numberOfBlock(hash))
      const accountId = `0x${String(key).slice(accountKey.length + 32)}`
      const entry = accounts.get(accountId)
      if (
        !entry ||
        String(key).slice(accountKey.length, accountKey.length + 32) !==
          hex.encode(blake2b(hex.decode(accountId.slice(2)), { dkLen: 16 }))
      )
        return null
      return text(
        Uint8Array.of(
          ...le(
            BigInt(entry.nonce - pool.filter(raw => raw.includes(accountId.slice(2))).length),
            4,
          ),
          ...le(BigInt(entry.consumers), 4),
          ...le(1n, 4),
          ...le(0n, 4),
          ...le(entry.free, 16),
          ...le(entry.reserved, 16),
          ...le(entry.frozen, 16),
          ...le(1n << 127n, 16),
        ),
      )
    },
  }

  const answerOf = ({ id, method, params }: Question): object => {
    const name = nameOf({ method, params })
    const given = answers.get(name)
    try {
      const run = methods[name]
      if (given && 'error' in given) {
        if (given.forwards) run?.(...params)
        return { jsonrpc: '2.0', id, error: given.error }
      }
      if (given && 'result' in given) return { jsonrpc: '2.0', id, result: given.result }
      return run
        ? { jsonrpc: '2.0', id, result: run(...params) }
        : { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }
    } catch (error) {
      return { jsonrpc: '2.0', id, error: { code: 1010, message: (error as Error).message } }
    }
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const read = JSON.parse(body) as Question | Question[]
    const questions = Array.isArray(read) ? read : [read]
    requests.push(...questions.map(nameOf))
    const given = questions
      .map(question => answers.get(nameOf(question)))
      .find(one => one && 'body' in one)
    if (given && 'body' in given) return response.writeHead(given.status ?? 200).end(given.body)
    const replies = questions.map(answerOf)
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(Array.isArray(read) ? replies : replies[0]))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answers,
    accounts,
    fund(accountId, free, rest = {}) {
      accounts.set(text(accountId), {
        free,
        reserved: 0n,
        frozen: 0n,
        nonce: 0,
        consumers: 0,
        ...rest,
      })
    },
    lag(blocks) {
      behind = blocks
    },
    forget() {
      pool = []
    },
    freeOf: accountId => accounts.get(text(accountId))?.free ?? 0n,
    mine(count = 1, fail = false) {
      for (let at = 0; at < count; at++) {
        blocks.push({ extrinsics: ['0x280403000b00', ...pool], failed: fail })
        pool = []
      }
    },
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

function multiSignature(extrinsic: { toU8a(): Uint8Array }): Uint8Array {
  // After the length, the version byte and the sender's address (a kind and 32 bytes).
  const bytes = extrinsic.toU8a()
  const start = ((bytes[0] ?? 0) & 3) === 1 ? 2 : 4
  const from = start + 1 + 33
  return bytes.slice(from, from + (bytes[from] === 2 ? 66 : 65))
}
