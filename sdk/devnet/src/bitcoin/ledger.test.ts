import { p2tr, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAlive } from '../../test/is-alive.js'
import { startDevnet } from '../devnet.js'
import { type BitcoinLedger, startBitcoinLedger } from './ledger.js'

const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replace('0x', ''), 'hex'))

let ledger: BitcoinLedger
beforeAll(async () => {
  ledger = await startBitcoinLedger()
}, 30_000)
afterAll(() => ledger.stop())

const text = async (path: string) => (await fetch(ledger.url + path)).text()
const json = async (path: string) => JSON.parse(await text(path))
const post = async (hex: string) => {
  const response = await fetch(`${ledger.url}/tx`, { method: 'POST', body: hex })
  return { status: response.status, body: await response.text() }
}
const [ada, ben] = ledgerAccounts()
function ledgerAccounts() {
  const keys = [
    '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  ]
  return keys.map(key => ({ secret: bytes(key), pay: p2wpkh(pubECDSA(bytes(key)), regtest) })) as [
    Account,
    Account,
  ]
}
interface Account {
  readonly secret: Uint8Array
  readonly pay: ReturnType<typeof p2wpkh>
}

async function spend(amount: bigint, secret = ada.secret) {
  const [coin] = await json(`/address/${ada.pay.address}/utxo`)
  const transaction = new Transaction()
  transaction.addInput({
    txid: coin.txid,
    index: coin.vout,
    sequence: 0xfffffffd,
    witnessUtxo: { script: ada.pay.script, amount: BigInt(coin.value) },
  })
  transaction.addOutputAddress(ben.pay.address ?? '', amount, regtest)
  transaction.addOutputAddress(ada.pay.address ?? '', BigInt(coin.value) - amount - 1_000n, regtest)
  transaction.sign(secret, [1], new Uint8Array(32))
  transaction.finalize()
  return transaction
}

describe('the local Bitcoin ledger', () => {
  it('the local Bitcoin ledger is regtest, with ten accounts of 10 bitcoin each, and their keys open them', async () => {
    expect(await text('/block-height/0')).toMatch(/^0f9188f13cb7b2c71f2a335e3a4fc328/)
    expect(ledger.accounts).toHaveLength(10)
    for (const { address, privateKey } of ledger.accounts) {
      expect(p2wpkh(pubECDSA(bytes(privateKey)), regtest).address).toBe(address)
      const coins: { value: number; status: { confirmed: boolean } }[] = await json(
        `/address/${address}/utxo`,
      )
      expect(coins.map(coin => [coin.value, coin.status.confirmed])).toEqual(
        expect.arrayContaining([
          [800_000_000, true],
          [200_000_000, true],
        ]),
      )
    }
  })
  it('accepts a segwit spend, shows it as pending, and mines it', async () => {
    await ledger.snapshot('before the spend')
    const transaction = await spend(123_456n)
    expect(await post(transaction.hex)).toEqual({ status: 200, body: transaction.id })
    expect(await json(`/tx/${transaction.id}/status`)).toEqual({ confirmed: false })
    const height = await ledger.mine()
    expect(await text('/blocks/tip/height')).toBe(String(height))
    const [newest] = await json(`/address/${ben.pay.address}/txs`)
    expect(newest).toMatchObject({
      txid: transaction.id,
      fee: 1_000,
      status: { confirmed: true, block_height: height },
    })
    expect(newest.vin[0].prevout.scriptpubkey_address).toBe(ada.pay.address)
    const { txid, index } = transaction.getInput(0)
    expect(
      await json(`/tx/${Buffer.from(txid ?? []).toString('hex')}/outspend/${index}`),
    ).toMatchObject({ spent: true, txid: transaction.id })
    await ledger.revert('before the spend')
    expect(await text(`/tx/${transaction.id}`)).toBe('Transaction not found')
  })
  it('refuses a wrong signature, a double spend, and malformed transactions', async () => {
    await ledger.snapshot('refusals')
    const [first, second] = [await spend(200_000n), await spend(300_000n)]
    const broken = bytes(first.hex)
    const at = broken.length - 60
    broken[at] = (broken[at] ?? 0) ^ 1
    expect((await post(Buffer.from(broken).toString('hex'))).status).toBe(400)
    expect((await post(first.hex)).status).toBe(200)
    expect(await post(second.hex)).toMatchObject({
      status: 400,
      body: expect.stringContaining('sendrawtransaction RPC error'),
    })
    expect((await post('nonsense')).status).toBe(400)
    await ledger.forget(first.id)
    expect((await post(second.hex)).status).toBe(200)
    await ledger.revert('refusals')
  })
  it('the local Bitcoin ledger goes back to a snapshot as often as wanted, with its pending transactions', async () => {
    const friend = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
    const txid = await ledger.pay({ address: friend, satoshi: 40_000n })
    await ledger.snapshot('waiting')
    for (let time = 0; time < 2; time++) {
      await ledger.mine(3)
      expect(await json(`/tx/${txid}/status`)).toMatchObject({ confirmed: true })
      await ledger.revert('waiting')
      expect(await json(`/tx/${txid}/status`)).toEqual({ confirmed: false })
    }
    await expect(ledger.revert('never')).rejects.toMatchObject({ code: 'NO_SUCH_SNAPSHOT' })
  })
  it('an address of taproot, which the local Bitcoin ledger does not know, has nothing', async () => {
    const { address } = p2tr(pubSchnorr(ada.secret), undefined, regtest)
    expect(await json(`/address/${address}/utxo`)).toEqual([])
    expect(await json(`/address/${address}/txs`)).toEqual([])
  })
  it('refuses taproot with an error that names it', async () => {
    const { address = '' } = p2tr(pubSchnorr(ada.secret), undefined, regtest)
    await expect(ledger.pay({ address, satoshi: 10_000n })).rejects.toMatchObject({
      code: 'RPC_REFUSED',
      message: expect.stringContaining('Invalid Bitcoin address'),
    })
  })
  it('allows requests from pages of every origin', async () => {
    const response = await fetch(`${ledger.url}/fee-estimates`, {
      headers: { origin: 'https://app.example' },
    })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })
  it('the Bitcoin ledger starts as a part of the devnet, and leaves no process and no folder behind', async () => {
    const devnet = await startDevnet({ chains: [], ledgers: ['bip122'] })
    const { pids, url } = devnet.ledger('bip122')
    expect(pids.map(isAlive)).toEqual([true])
    await devnet.stop()
    expect(pids.map(isAlive)).toEqual([false])
    await expect(fetch(url)).rejects.toThrow()
  })
})
