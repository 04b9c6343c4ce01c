import { type BitcoinLedger, startBitcoinLedger } from '@portico/devnet'
import type { Account } from '@portico/kernel/account'
import { type Activity, activityCapability } from '@portico/kernel/capabilities'
import { createTestKernel } from '@portico/kernel/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LyingEndpoint, startLyingEndpoint } from '../../test/lying-endpoint.js'
import { accountAt } from '../../test/page.js'
import { bip122, bitcoinRegtest } from '../index.js'

const never = new AbortController().signal
const network = bitcoinRegtest.caipNetworkId
let ledger: BitcoinLedger
let endpoint: LyingEndpoint
beforeAll(async () => {
  ledger = await startBitcoinLedger()
  endpoint = await startLyingEndpoint(ledger.url)
}, 60_000)
afterAll(async () => {
  await endpoint.close()
  await ledger.stop()
})
async function offered(): Promise<Activity> {
  const kernel = await createTestKernel({
    plugins: [bip122({ networks: [{ ...bitcoinRegtest, rpcUrls: [endpoint.url] }] })],
  })
  return kernel.capability(activityCapability, network) ?? expect.fail('not offered')
}
const account = (address: string): Account => ({
  namespace: 'bip122',
  address,
  type: 'payment',
  connection: 'bip122/x',
})

describe('past bitcoin transactions', () => {
  it('[D3c] activity is read newest first, pending transactions before all others, page by page', async () => {
    const { address } = accountAt(0)
    const sent: string[] = []
    for (let count = 0; count < 27; count++)
      sent.push(await ledger.pay({ address, satoshi: 10_000n + BigInt(count) }))
    await ledger.mine()
    const waiting = await ledger.pay({ address, satoshi: 50_000n })

    const offer = await offered()
    const first = await offer.page(account(address), network, undefined, never)
    expect(first.entries).toHaveLength(26)
    expect(first.entries[0]).toMatchObject({
      id: waiting,
      metadata: {
        status: 'pending',
        operationType: 'receive',
        sentTo: address,
        chain: network,
        hash: waiting,
      },
      transfers: [
        { direction: 'in', quantity: { numeric: '0.0005' }, fungible_info: { symbol: 'tBTC' } },
      ],
    })
    expect(first.entries[1]).toMatchObject({
      metadata: { status: 'confirmed', minedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    })
    const rest = await offer.page(account(address), network, first.next, never)
    expect(rest.entries).toHaveLength(2)
    expect(rest.next).toBeUndefined()
    expect(new Set([...first.entries, ...rest.entries].map(({ id }) => id))).toEqual(
      new Set([...sent, waiting]),
    )
  })
  it('[D3c] activity shows the amount sent without change and fee, and the amount moved between own addresses', async () => {
    const own = accountAt(0).address
    const other = accountAt(1).address
    const output = (address: string, value: number) => ({ scriptpubkey_address: address, value })
    const made = (txid: string, from: readonly unknown[], vout: readonly unknown[]) => ({
      txid: txid.repeat(32),
      vin: from.map(prevout => ({ prevout })),
      vout,
      status: { confirmed: true, block_time: 1_700_000_000 },
    })
    const list = [
      made('aa', [output(own, 100_000)], [output(other, 30_000), output(own, 69_000)]),
      made('bb', [output(own, 100_000)], [output(own, 99_000)]),
      made('cc', [null], [output(own, 5_000)]),
      made(
        'dd',
        [output(own, 100_000), output(other, 50_000)],
        [output(other, 120_000), output(own, 20_000)],
      ),
    ]
    endpoint.answers.set(`/address/${own}/txs`, { body: JSON.stringify(list) })
    const { entries } = await (await offered()).page(account(own), network, undefined, never)
    expect(
      entries.map(({ transfers: [one], metadata }) => [
        metadata.operationType,
        one?.direction,
        one?.quantity.numeric,
      ]),
    ).toEqual([
      ['send', 'out', '0.0003'],
      ['send', 'self', '0.00099'],
      ['receive', 'in', '0.00005'],
      ['send', 'out', '0.0008'],
    ])
    // Where others paid too, the chain does not show who paid whom.
    expect(entries[3]?.metadata).toMatchObject({ sentFrom: own, sentTo: '' })
    expect(entries[0]?.metadata).toMatchObject({
      sentFrom: own,
      sentTo: other,
      minedAt: '2023-11-14T22:13:20.000Z',
    })
  })
  it.each([
    ['null', 'null'],
    [
      'a value that is text',
      '[{"txid":"aa","vin":[],"vout":[{"value":"1"}],"status":{"confirmed":true}}]',
    ],
    [
      'a time that is none',
      `[{"txid":"${'aa'.repeat(32)}","vin":[],"vout":[],"status":{"confirmed":true,"block_time":1e300}}]`,
    ],
  ])('[D37] activity is rejected where the endpoint returns %s', async (_what, body) => {
    const { address } = accountAt(2)
    endpoint.answers.set(`/address/${address}/txs`, { body })
    await expect(
      (await offered()).page(account(address), network, undefined, never),
    ).rejects.toMatchObject({ code: 'CHAIN_ANSWER' })
  })
})
