#!/usr/bin/env node
/**
 * A Bitcoin full node on regtest with all its blocks in memory, behind an Esplora-like HTTP API.
 * Started by `startBitcoinLedger`, which tells it where bcoin is. Beneath `/devnet` stands what
 * only a test may do: mine, pay, forget, remember and go back.
 */
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import process from 'node:process'

const [, , bcoinPath = '', minerKey = ''] = process.argv
// Without its native parts, which do not compile any more.
process.env.NODE_BACKEND = 'js'
const load = createRequire(bcoinPath)
const bcoin = load('bcoin')
const Network = load('bcoin/lib/protocol/network')
const Address = load('bcoin/lib/primitives/address')
const KeyRing = load('bcoin/lib/primitives/keyring')
const MTX = load('bcoin/lib/primitives/mtx')
const TX = load('bcoin/lib/primitives/tx')

const regtest = Network.get('regtest')
// It is older than the prefixes of today's regtest.
Object.assign(regtest.addressPrefix, { pubkeyhash: 0x6f, scripthash: 0xc4, bech32: 'bcrt' })
// Blocks that vote for segwit (BIP-9): with the customary 144 it would begin with block 432, and a
// start would take that long.
Object.assign(regtest, { minerWindow: 4, activationThreshold: 3 })

const pageSize = 25
const coinbaseMaturity = 100
/** Satoshi per virtual byte, by the blocks that one is ready to wait. */
const feeEstimates = { 1: 12.345, 2: 9.5, 3: 8, 6: 4.2, 25: 2, 144: 1.01, 1008: 1 }

/** An error with a status and a sentence, as Esplora returns them. */
class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

const node = new bcoin.FullNode({
  network: 'regtest',
  memory: true,
  listen: false,
  noDns: true,
  workers: false,
  logLevel: 'none',
  plugins: [],
  env: false,
  argv: false,
  config: false,
  bip37: false,
  indexTX: true,
  indexAddress: true,
  replaceByFee: true,
})
// bcoin's HTTP API would need another port.
node.http = { open: async () => undefined, close: async () => undefined }
await node.open()
const ring = KeyRing.fromPrivate(Buffer.from(minerKey, 'hex'), true)
ring.witness = true
/** @type {Map<string, { readonly tip: string, readonly waiting: readonly Buffer[] }>} */
const snapshots = new Map()

/** @param {string} text */
const reversed = text => Buffer.from(text, 'hex').reverse().toString('hex')
/** @param {string} text */
function readAddress(text) {
  try {
    return Address.fromString(text, 'regtest')
  } catch {
    throw new Refusal(400, 'Invalid Bitcoin address')
  }
}
/** @param {string} text */
async function findTransaction(text) {
  const found = /^[\da-f]{64}$/.test(text) && (await node.getMeta(reversed(text)))
  if (!found) throw new Refusal(404, 'Transaction not found')
  return found
}

/** @param {any} meta */
const statusOf = ({ height, block, time }) =>
  height < 0
    ? { confirmed: false }
    : { confirmed: true, block_height: height, block_hash: reversed(block), block_time: time }
/** @param {any} output */
const outputOf = ({ script, value }) => ({
  scriptpubkey: script.toRaw().toString('hex'),
  ...(script.getAddress() && { scriptpubkey_address: script.getAddress().toString('regtest') }),
  value,
})

/** @param {any} meta */
async function describe(meta) {
  const { tx } = meta
  const view = await node.getMetaView(meta)
  return {
    txid: tx.txid(),
    version: tx.version,
    locktime: tx.locktime,
    vin: tx.inputs.map((/** @type {any} */ input) => {
      const prevout = tx.isCoinbase() ? null : view.getOutputFor(input)
      return {
        txid: reversed(input.prevout.hash),
        vout: input.prevout.index,
        prevout: prevout && outputOf(prevout),
        is_coinbase: tx.isCoinbase(),
        scriptsig: input.script.toRaw().toString('hex'),
        witness: input.witness.items.map((/** @type {Buffer} */ item) => item.toString('hex')),
        sequence: input.sequence,
      }
    }),
    vout: tx.outputs.map(outputOf),
    size: tx.getSize(),
    weight: tx.getWeight(),
    fee: tx.isCoinbase() ? 0 : tx.getFee(view),
    status: statusOf(meta),
  }
}

/** The node knows no taproot, so that nothing can be paid to such an address and it has nothing. */
const isTaproot = (/** @type {string} */ text) => /^bcrt1p[02-9ac-hj-np-z]{58}$/.test(text)
/** @param {string} address */
const metaOf = async address =>
  isTaproot(address) ? [] : node.getMetaByAddress(readAddress(address))

/**
 * The transactions of an address, newest first: all that wait and a page of the rest, or the page
 * behind the one named.
 * @param {string} address
 * @param {string} [after]
 */
async function transactionsOf(address, after) {
  const all = await metaOf(address)
  const waiting = all.filter((/** @type {any} */ meta) => meta.height < 0)
  const mined = all
    .filter((/** @type {any} */ meta) => meta.height >= 0)
    .sort((/** @type {any} */ a, /** @type {any} */ b) => b.height - a.height || b.index - a.index)
  const from =
    after === undefined
      ? 0
      : mined.findIndex((/** @type {any} */ meta) => meta.tx.txid() === after) + 1
  const page = mined.slice(from, from + pageSize)
  return Promise.all([...(after === undefined ? waiting : []), ...page].map(describe))
}

/** @param {string} address */
async function coinsOf(address) {
  const coins = isTaproot(address) ? [] : await node.getCoinsByAddress(readAddress(address))
  return Promise.all(
    coins.map(async (/** @type {any} */ coin) => ({
      txid: coin.txid(),
      vout: coin.index,
      value: coin.value,
      status: statusOf(await node.getMeta(coin.hash)),
    })),
  )
}

/** @param {string} address */
async function statisticsOf(address) {
  const all = await Promise.all((await metaOf(address)).map(describe))
  const sums = (/** @type {boolean} */ confirmed) => {
    const own = (/** @type {any} */ output) => output?.scriptpubkey_address === address
    const some = all.filter(({ status }) => status.confirmed === confirmed)
    const funded = some.flatMap(({ vout }) => vout.filter(own))
    const spent = some.flatMap(({ vin }) =>
      vin.map((/** @type {any} */ input) => input.prevout).filter(own),
    )
    const sum = (/** @type {any[]} */ outputs) =>
      outputs.reduce((total, { value }) => total + value, 0)
    return {
      funded_txo_count: funded.length,
      funded_txo_sum: sum(funded),
      spent_txo_count: spent.length,
      spent_txo_sum: sum(spent),
      tx_count: some.length,
    }
  }
  return { address, chain_stats: sums(true), mempool_stats: sums(false) }
}

/**
 * The transaction that spent an output. The node keeps no index of that, so it is looked for among
 * the transactions of the output's address.
 * @param {string} txid
 * @param {string} vout
 */
async function spenderOf(txid, vout) {
  const { tx } = await findTransaction(txid)
  const output = tx.outputs[Number(vout)]
  if (!output) throw new Refusal(404, 'Output not found')
  const address = output.script.getAddress()
  const candidates = address ? await node.getMetaByAddress(address) : []
  for (const meta of candidates) {
    const vin = meta.tx.inputs.findIndex(
      (/** @type {any} */ { prevout }) =>
        prevout.hash === tx.hash('hex') && prevout.index === Number(vout),
    )
    if (vin >= 0) return { spent: true, txid: meta.tx.txid(), vin, status: statusOf(meta) }
  }
  return { spent: false }
}

/** @param {string} hex */
async function broadcast(hex) {
  const refuse = (/** @type {number} */ code, /** @type {unknown} */ message) =>
    new Refusal(
      400,
      `sendrawtransaction RPC error: ${JSON.stringify({ code, message: String(message) })}`,
    )
  let tx
  try {
    tx = TX.fromRaw(Buffer.from(hex, 'hex'))
  } catch {
    throw refuse(-22, 'TX decode failed')
  }
  try {
    if (await node.mempool.addTX(tx)) throw refuse(-25, 'bad-txns-inputs-missingorspent')
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw refuse(-26, /** @type {any} */ (error).reason ?? /** @type {Error} */ (error).message)
  }
  return tx.txid()
}

/** @param {number} blocks */
async function mine(blocks) {
  for (let mined = 0; mined < blocks; mined++) {
    const job = await node.miner.createJob(node.chain.tip, ring.getAddress())
    await node.chain.add(await job.mineAsync())
  }
  return node.chain.height
}

/** @param {readonly { readonly address: string, readonly value: number }[]} outputs */
async function pay(outputs) {
  const coins = await node.getCoinsByAddress(ring.getAddress())
  const rested = coins.filter(
    (/** @type {any} */ { coinbase, height }) =>
      !coinbase || (height >= 0 && node.chain.height - height >= coinbaseMaturity),
  )
  // Change that waits makes a chain of transactions, and those may not get long.
  const mined = rested.filter((/** @type {any} */ { height }) => height >= 0)
  const wanted = outputs.reduce((sum, { value }) => sum + value, 0)
  const has = mined.reduce(
    (/** @type {number} */ sum, /** @type {any} */ { value }) => sum + value,
    0,
  )
  const mtx = new MTX()
  for (const { address, value } of outputs) mtx.addOutput(readAddress(address), value)
  await mtx.fund(has > wanted * 2 ? mined : rested, {
    rate: 2_000,
    changeAddress: ring.getAddress(),
    height: node.chain.height + 1,
  })
  mtx.sign(ring)
  return broadcast(mtx.toRaw().toString('hex'))
}

/** @param {string} name */
function remember(name) {
  const waiting = node.mempool.getHistory().map((/** @type {any} */ tx) => tx.toRaw())
  snapshots.set(name, { tip: node.chain.tip.hash, waiting })
}
/** @param {string} name */
async function goBack(name) {
  const known = snapshots.get(name)
  const entry = known && (await node.chain.getEntry(known.tip))
  if (!known || !entry || !(await node.chain.isMainChain(entry)))
    throw new Refusal(404, 'No such snapshot')
  await node.chain.reset(known.tip)
  await node.mempool.reset()
  // Parents may stand behind their children.
  for (let left = known.waiting, before = -1; left.length && left.length !== before; ) {
    before = left.length
    const missing = await Promise.all(
      left.map(async raw =>
        (await node.mempool.addTX(TX.fromRaw(raw)).catch(() => null)) ? raw : undefined,
      ),
    )
    left = missing.filter(raw => raw !== undefined)
  }
}

/**
 * Drops a transaction that waits, as nodes do with those that pay too little.
 * @param {string} txid
 */
function forget(txid) {
  const entry = node.mempool.getEntry(reversed(txid))
  if (!entry) throw new Refusal(404, 'Transaction not found')
  node.mempool.evictEntry(entry)
}

/**
 * Every question, by method and path: `:` takes one name of the path.
 * @type {readonly (readonly [string, (names: any, body: string) => unknown])[]}
 */
const routes = [
  ['GET /blocks/tip/height', () => String(node.chain.height)],
  ['GET /blocks/tip/hash', () => reversed(node.chain.tip.hash)],
  [
    'GET /block-height/:',
    async ([height]) =>
      reversed((await node.chain.getHash(Number(height))) ?? '') || notFound('Block not found'),
  ],
  ['GET /fee-estimates', () => feeEstimates],
  ['GET /address/:', ([address]) => statisticsOf(address)],
  ['GET /address/:/utxo', ([address]) => coinsOf(address)],
  ['GET /address/:/txs', ([address]) => transactionsOf(address)],
  ['GET /address/:/txs/chain/:', ([address, after]) => transactionsOf(address, after)],
  ['GET /tx/:', async ([txid]) => describe(await findTransaction(txid))],
  ['GET /tx/:/status', async ([txid]) => statusOf(await findTransaction(txid))],
  ['GET /tx/:/hex', async ([txid]) => (await findTransaction(txid)).tx.toRaw().toString('hex')],
  ['GET /tx/:/outspend/:', ([txid, vout]) => spenderOf(txid, vout)],
  ['POST /tx', (_names, body) => broadcast(body.trim())],
  ['POST /devnet/mine', (_names, body) => mine(JSON.parse(body))],
  ['POST /devnet/pay', (_names, body) => pay(JSON.parse(body))],
  ['POST /devnet/forget', (_names, body) => forget(JSON.parse(body))],
  ['POST /devnet/remember', (_names, body) => remember(JSON.parse(body))],
  ['POST /devnet/go-back', (_names, body) => goBack(JSON.parse(body))],
]
const patterns = routes.map(([route, run]) => ({
  pattern: new RegExp(`^${route.replaceAll(':', '([^/]+)')}$`),
  run,
}))
/** @param {string} message @returns {never} */
const notFound = message => {
  throw new Refusal(404, message)
}

/**
 * One after the other: a question that comes while a block is added sees the chain before it or
 * after it.
 */
let last = Promise.resolve()
/** @param {() => unknown} work @returns {Promise<unknown>} */
const inTurn = work => {
  const done = last.then(work)
  last = done.then(
    () => undefined,
    () => undefined,
  )
  return done
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST',
}
const server = createServer(async (request, response) => {
  const send = (/** @type {number} */ status, /** @type {unknown} */ answer) => {
    const isText = typeof answer === 'string'
    response
      .writeHead(status, { ...cors, 'content-type': isText ? 'text/plain' : 'application/json' })
      .end(isText ? answer : JSON.stringify(answer ?? null))
  }
  if (request.method === 'OPTIONS') return send(204, '')
  try {
    let body = ''
    for await (const chunk of request) body += chunk
    const route = `${request.method} ${new URL(request.url ?? '/', 'http://localhost').pathname}`
    for (const { pattern, run } of patterns) {
      const names = pattern.exec(route)?.slice(1)
      if (names) return send(200, await inTurn(() => run(names, body)))
    }
    send(404, 'endpoint does not exist')
  } catch (error) {
    send(error instanceof Refusal ? error.status : 500, /** @type {Error} */ (error).message)
  }
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(
    `Listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`,
  )
})
