import { devAccounts } from '@portico/devnet'
import type { Account } from '@portico/kernel/account'
import { ChainError, eip155Transaction } from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'
import { keccak256, parseTransaction, type TransactionSerializable, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { mainnet } from '../networks.js'
import type { Rpc } from '../node/rpc.js'
import { readReplacements, replaceTransaction } from './replacements.js'

const signer = privateKeyToAccount(devAccounts[0].privateKey)
const from = { address: signer.address } as Account
const receiver = devAccounts[1].address
const signal = new AbortController().signal
const gwei = 10n ** 9n
const dynamic = {
  ...({ type: 'eip1559', chainId: 1, nonce: 7, to: receiver, value: 11n, gas: 21_000n } as const),
  ...{ maxFeePerGas: 30n * gwei, maxPriorityFeePerGas: gwei },
}
const legacy = { type: 'legacy', nonce: 7, to: receiver, value: 11n, gas: 21_000n } as const

/** A pending transaction, as a node answers with it. */
async function answerOf(body: TransactionSerializable) {
  const signed = await signer.signTransaction(body)
  const { r, s, v, yParity } = parseTransaction(signed)
  const numbers = { nonce: body.nonce ?? 0, value: body.value ?? 0n, gas: body.gas ?? 0n }
  return {
    ...{ hash: keccak256(signed), from: signer.address, to: body.to, input: body.data ?? '0x' },
    ...Object.fromEntries(Object.entries(numbers).map(([name, one]) => [name, toHex(one)])),
    ...{ blockNumber: null, r, s, type: body.type === 'legacy' ? '0x0' : '0x2' },
    gasPrice: toHex(body.gasPrice ?? body.maxFeePerGas ?? 0n),
    ...(body.maxFeePerGas && { maxFeePerGas: toHex(body.maxFeePerGas) }),
    ...(body.maxPriorityFeePerGas && { maxPriorityFeePerGas: toHex(body.maxPriorityFeePerGas) }),
    ...(body.accessList && { accessList: body.accessList }),
    ...(body.chainId && { chainId: toHex(body.chainId) }),
    v: toHex(v ?? BigInt(yParity ?? 0)),
    ...(body.type === 'legacy' ? {} : { yParity: toHex(yParity ?? 0) }),
  }
}
/** What can replace the transaction that a node answers with. */
function offered(answer: Awaited<ReturnType<typeof answerOf>>, change: object = {}) {
  const answers: Readonly<Record<string, unknown>> = {
    eth_getTransactionByHash: { ...answer, ...change },
    eth_getTransactionReceipt: null,
    eth_getBlockByNumber: { number: '0x1', baseFeePerGas: toHex(10n * gwei), transactions: [] },
    eth_gasPrice: toHex(11n * gwei),
    eth_maxPriorityFeePerGas: toHex(gwei),
    eth_estimateGas: '0x5208',
  }
  const ask: Rpc['request'] = async (method, _, read) => {
    const found = read(answers[method])
    if (found === undefined) throw new ChainError('CHAIN_ANSWER')
    return found
  }
  return readReplacements({ network: mainnet, request: ask } as Rpc, from, answer.hash, signal)
}
const kindsOf = (found: Awaited<ReturnType<typeof offered>>) => found.map(({ kind }) => kind)

describe('what replaces a pending transaction', () => {
  it.each<[string, TransactionSerializable]>([
    ['with a priority fee', dynamic],
    ['with an access list', { ...dynamic, accessList: [{ address: receiver, storageKeys: [] }] }],
    ['with data', { ...dynamic, data: '0xabcd', gas: 60_000n }],
    ['of the old kind', { ...legacy, chainId: 1, gasPrice: 30n * gwei }],
    ['without a chain', { ...legacy, gasPrice: 30n * gwei }],
    ['of nothing, the first of its account', { ...dynamic, nonce: 0, value: 0n }],
  ])('is offered for one %s that its sender signed', async (_, body) => {
    const found = await offered(await answerOf(body))
    expect(kindsOf(found)).toEqual(['speedUp', 'cancel'])
    expect(found.map(({ draft }) => eip155Transaction.read(draft)?.nonce)).toEqual(
      [0, 0].map(() => BigInt(body.nonce ?? 0)),
    )
  })

  it.each<[string, object]>([
    ['the next nonce, which would pay twice', { nonce: '0x8' }],
    ['another recipient', { to: devAccounts[3].address }],
    ['another amount', { value: '0xffff' }],
    ['other data', { input: '0xabcd' }],
    ['another signature', { r: `0x${'1'.repeat(64)}` }],
    ['no signature', { r: undefined, s: undefined, v: undefined, yParity: undefined }],
    ['a malformed signature', { r: 5, s: {} }],
  ])('[S23] is nothing where a node lies and names %s', async (_, change) => {
    for (const body of [dynamic, { ...legacy, chainId: 1, gasPrice: 30n * gwei }])
      expect(kindsOf(await offered(await answerOf(body), change))).toEqual([])
  })
})

it('[S23] a cancel that the wallet sent from another account is not sure', async () => {
  const other = privateKeyToAccount(devAccounts[1].privateKey)
  const draft = eip155Transaction.draft(mainnet.caipNetworkId, { to: signer.address, nonce: 7n })
  const cancelled = async (by: string) => {
    const found = { ...(await answerOf(dynamic)), from: by }
    const ask: Rpc['request'] = async (_, __, read) => read(found) ?? expect.unreachable('unread')
    return replaceTransaction(
      () => ({ network: mainnet, request: ask }) as Rpc,
      async () => ({ hash: found.hash }),
      {} as Connection,
      from,
      { kind: 'cancel', draft, fee: { kind: 'sponsored' } },
      signal,
    )
  }
  expect(await cancelled(signer.address)).toMatchObject({ isSure: true })
  expect(await cancelled(other.address)).toMatchObject({ isSure: false })
})
