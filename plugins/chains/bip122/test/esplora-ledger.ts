/** A ledger of unspent outputs behind an Esplora-like HTTP face. It refuses what a node refuses: missing coins, wrong signatures, too low a fee, dust. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import { OutScript, Transaction } from '@scure/btc-signer'
import { hash160 } from '@scure/btc-signer/utils.js'

const regtestGenesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'

interface Output {
  readonly txid: string
  readonly vout: number
  readonly value: bigint
  readonly script: Uint8Array
  confirmed: boolean
}
export interface EsploraLedger {
  readonly url: string
  readonly asked: string[]
  /** Tells which script an address stands for. */
  watch(address: string, script: Uint8Array): void
  /** Overrides what a path answers: status and body. */
  readonly answers: Map<string, { readonly status?: number; readonly body: string }>
  /** Pays a script out of nothing. */
  pay(script: Uint8Array, value: bigint, confirmed?: boolean): Output
  valueOf(script: Uint8Array): bigint
  /** Everything that waits gets into a block. */
  mine(): void
  /** Forgets a transaction that waits, and lets another spend its coins. */
  replace(txid: string, by: string): void
  close(): Promise<void>
}

export async function startEsplora(): Promise<EsploraLedger> {
  const outputs = new Map<string, Output>()
  const scripts = new Map<string, Uint8Array>()
  const transactions = new Map<string, { readonly hex: string; readonly transaction: Transaction; height: number | undefined }>()
  const spenders = new Map<string, string>()
  const asked: string[] = []
  const answers: EsploraLedger['answers'] = new Map()
  let height = 100
  const keyOf = (txid: string, vout: number) => `${txid}:${vout}`

  const accept = (raw: string): string => {
    const transaction = Transaction.fromRaw(hex.decode(raw), { allowUnknownOutputs: true, disableScriptCheck: true })
    const spent = Array.from({ length: transaction.inputsLength }, (_none, index) => {
      const { txid, index: vout } = transaction.getInput(index)
      const coin = outputs.get(keyOf(hex.encode(txid ?? new Uint8Array()), vout ?? 0))
      if (!coin) throw new Error('bad-txns-inputs-missingorspent')
      return coin
    })
    spent.forEach((_coin, index) => {
      if (!isSigned(transaction, index, spent))
        throw new Error('mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)')
    })
    const paid = Array.from({ length: transaction.outputsLength }, (_none, index) => transaction.getOutput(index))
    const fee = spent.reduce((sum, { value }) => sum + value, 0n) - paid.reduce((sum, { amount = 0n }) => sum + amount, 0n)
    if (fee < BigInt(transaction.vsize)) throw new Error('min relay fee not met')
    if (paid.some(({ amount = 0n }) => amount < 294n)) throw new Error('dust')
    for (const coin of spent) {
      outputs.delete(keyOf(coin.txid, coin.vout))
      spenders.set(keyOf(coin.txid, coin.vout), transaction.id)
    }
    paid.forEach(({ amount = 0n, script = new Uint8Array() }, vout) => {
      outputs.set(keyOf(transaction.id, vout), { txid: transaction.id, vout, value: amount, script, confirmed: false })
    })
    transactions.set(transaction.id, { hex: raw, transaction, height: undefined })
    return transaction.id
  }
  const statusOf = (found: number | undefined) => ({ confirmed: found !== undefined, ...(found !== undefined && { block_height: found }) })
  const answer = (method: string, path: string, body: string): { readonly status?: number; readonly body: string } => {
    const [, , subject = '', what = '', extra = ''] = path.split('/')
    const given = answers.get(path)
    if (given) return given
    if (method === 'POST') return { body: accept(body) }
    if (path === '/block-height/0') return { body: regtestGenesis }
    if (path === '/fee-estimates') return { body: JSON.stringify({ 1: 12.345, 6: 4.2, 144: 1.01 }) }
    if (path.startsWith('/address/') && what === 'utxo') {
      const script = scripts.get(subject)
      const own = [...outputs.values()].filter(output => script && hex.encode(output.script) === hex.encode(script))
      return { body: JSON.stringify(own.map(({ txid, vout, value, confirmed }) => ({ txid, vout, value: Number(value), status: { confirmed } }))) }
    }
    const known = transactions.get(subject)
    if (what === 'outspend') {
      const by = spenders.get(keyOf(subject, Number(extra)))
      return { body: JSON.stringify(by ? { spent: true, txid: by } : { spent: false }) }
    }
    if (!known) return { status: 404, body: 'Transaction not found' }
    if (what === 'hex') return { body: known.hex }
    const vin = Array.from({ length: known.transaction.inputsLength }, (_none, index) => {
      const { txid = new Uint8Array(), index: vout = 0 } = known.transaction.getInput(index)
      return { txid: hex.encode(txid), vout }
    })
    return { body: JSON.stringify({ txid: subject, vin, status: statusOf(known.height) }) }
  }

  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    let body = ''
    for await (const chunk of request) body += chunk
    try {
      const { status = 200, body: said } = answer(request.method ?? 'GET', request.url ?? '/', body.trim())
      response.writeHead(status).end(said)
    } catch (error) {
      response.writeHead(400).end(`sendrawtransaction RPC error: {"code":-26,"message":"${(error as Error).message}"}`)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answers,
    watch: (address, script) => void scripts.set(address, script),
    pay(script, value, confirmed = true) {
      const transaction = new Transaction({ allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true })
      transaction.addOutput({ script, amount: value })
      transaction.addInput({ txid: new Uint8Array(32).fill(7), index: transactions.size, finalScriptSig: Uint8Array.of(0x51) })
      const output = { txid: transaction.id, vout: 0, value, script, confirmed }
      transactions.set(output.txid, { hex: transaction.hex, transaction, height: confirmed ? height : undefined })
      outputs.set(keyOf(output.txid, 0), output)
      return output
    },
    valueOf: script => [...outputs.values()].reduce((sum, output) => (hex.encode(output.script) === hex.encode(script) ? sum + output.value : sum), 0n),
    mine() {
      height++
      for (const output of outputs.values()) output.confirmed = true
      for (const known of transactions.values()) known.height ??= height
    },
    replace(txid, by) {
      transactions.delete(txid)
      for (const [output, spender] of spenders) if (spender === txid) spenders.set(output, by)
    },
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

function isSigned(transaction: Transaction, index: number, spent: readonly Output[]): boolean {
  const { script = new Uint8Array(), value = 0n } = spent[index] ?? {}
  const { finalScriptWitness = [], finalScriptSig } = transaction.getInput(index)
  const out = OutScript.decode(script)
  if (out.type === 'tr') {
    const hash = transaction.preimageWitnessV1(
      index,
      spent.map(coin => coin.script),
      0,
      spent.map(coin => coin.value),
    )
    return schnorr.verify(finalScriptWitness[0] ?? new Uint8Array(), hash, out.pubkey)
  }
  const [signature = new Uint8Array(), key = new Uint8Array()] = out.type === 'pkh' ? pushes(finalScriptSig) : finalScriptWitness
  const hashOfKey = hash160(key)
  const code = Uint8Array.of(0x76, 0xa9, 20, ...hashOfKey, 0x88, 0xac)
  const expected = out.type === 'wpkh' || out.type === 'pkh' ? out.hash : out.type === 'sh' ? out.hash : undefined
  const mine = out.type === 'sh' ? hash160(Uint8Array.of(0, 20, ...hashOfKey)) : hashOfKey
  if (!expected || hex.encode(mine) !== hex.encode(expected)) return false
  const hash =
    out.type === 'pkh'
      ? (transaction as unknown as { preimageLegacy(index: number, script: Uint8Array, type: number): Uint8Array }).preimageLegacy(index, script, 1)
      : transaction.preimageWitnessV0(index, code, 1, value)
  return secp256k1.verify(signature.slice(0, -1), hash, key, { prehash: false, format: 'der' })
}
function pushes(script: Uint8Array = new Uint8Array()): readonly Uint8Array[] {
  const found: Uint8Array[] = []
  for (let at = 0; at < script.length; ) {
    const length = script[at] ?? 0
    found.push(script.slice(at + 1, at + 1 + length))
    at += 1 + length
  }
  return found
}
