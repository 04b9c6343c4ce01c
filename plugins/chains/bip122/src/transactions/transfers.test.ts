import { schnorr } from '@noble/curves/secp256k1.js'
import { type PreparedTransfer, transfersCapability } from '@portico/kernel/capabilities'
import { bip122Psbt, type Draft } from '@portico/kernel/chain'
import { formatAmount } from '@portico/kernel/text'
import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { RawOldTx } from '@scure/btc-signer/script.js'
import { describe, expect, it } from 'vitest'
import { startLyingEndpoint } from '../../test/lying-endpoint.js'
import { accountAt, idOf } from '../../test/page.js'
import { network, never, paymentRig } from '../../test/payment-rig.js'
import { readRawTransaction } from './raw-transaction.js'

const rig = paymentRig()
const { balanceOf, coinsOf, connected, pay } = rig

const to = accountAt(2).address

describe('a bitcoin transfer', () => {
  it.each(['p2wpkh', 'p2pkh', 'p2sh'] as const)(
    '[D3c] a transfer from a %s account arrives at the shown fee, with its change returned',
    async kind => {
      const { own, account, via, prepare, sender, kernel } = await connected(kind)
      await pay(own.address, 30_000n, 50_000n)
      const prepared = await prepare(60_000n)
      const { fee, change = 0n } = prepared
      expect(fee).toMatchObject({ kind: 'native', rate: { value: '4.2', unit: 'sat/vB' } })
      expect(await sender.estimate(via, account, prepared.draft, never)).toEqual(fee)

      const { hash } = await sender.send(via, account, prepared.draft, never)
      const height = await rig.ledger.mine()
      expect(await sender.confirm?.(hash, network, { signal: never })).toEqual({
        status: 'confirmed',
        block: BigInt(height),
      })
      expect(await balanceOf(to)).toBe(60_000n)
      expect(await balanceOf(own.address)).toBe(change)
      expect(change).toBe(80_000n - 60_000n - (fee.kind === 'native' ? fee.amount : 0n))
      kernel.dispose()
    },
  )
  it('a transfer from a taproot account is signed by BIP-341, and warns of coins that may carry collectibles', async () => {
    // The local ledger lacks taproot: its endpoint is given a coin, and the signature is verified
    // here.
    const { own, account, via, prepare, sender } = await connected('p2tr')
    const coin = { txid: 'ab'.repeat(32), vout: 1, value: 9_000, status: { confirmed: true } }
    rig.endpoint.answers.set(`/address/${own.address}/utxo`, { body: JSON.stringify([coin]) })
    const { draft, warnings } = await prepare(1_000n)
    expect(warnings).toMatchObject([{ id: 'bip122.collectible' }, { id: 'transfer.dear' }])
    let posted = ''
    rig.endpoint.answers.set('/tx', {
      status: 400,
      body: 'sendrawtransaction RPC error: {"code":-26,"message":"no taproot here"}',
    })
    const original = globalThis.fetch
    globalThis.fetch = (input, init) => {
      if (init?.method === 'POST') posted = String(init.body)
      return original(input, init)
    }
    await expect(sender.send(via, account, draft, never)).rejects.toMatchObject({
      code: 'WALLET_OUTCOME',
      message: expect.stringMatching(/no taproot here/),
    })
    globalThis.fetch = original
    const sent = Transaction.fromRaw(hex.decode(posted), { allowUnknownOutputs: true })
    const hash = sent.preimageWitnessV1(0, [own.script], 0, [9_000n])
    expect(
      schnorr.verify(
        sent.getInput(0).finalScriptWitness?.[0] ?? new Uint8Array(),
        hash,
        own.script.slice(2),
      ),
    ).toBe(true)
  })
  it.each([
    ['slow', '1.01'],
    ['normal', '4.2'],
    ['fast', '12.345'],
  ] as const)('a transfer at speed %s pays %s sat/vB', async (speed, rate) => {
    const { own, prepare, wallet, account, via, sender } = await connected()
    await pay(own.address, 100_000n)
    const { draft, fee } = await prepare(20_000n, { speed })
    expect(fee).toMatchObject({ rate: { value: rate } })
    const { hash } = await sender.send(via, account, draft, never)
    const raw = await (await fetch(`${rig.ledger.url}/tx/${hash}/hex`)).text()
    const paid = fee.kind === 'native' ? Number(fee.amount) : 0
    const { vsize } = Transaction.fromRaw(hex.decode(raw))
    expect(paid / vsize).toBeGreaterThanOrEqual(Number(rate))
    expect(paid / vsize).toBeLessThan(Number(rate) * 1.02 + 0.02)
    expect(wallet.calls.map(({ method }) => method)).not.toContain('sendTransfer')
  })
  it('a transfer of everything leaves nothing', async () => {
    const { own, prepare, account, via, sender } = await connected()
    await pay(own.address, 30_000n, 50_000n)
    const { draft, amount, change } = await prepare('max')
    await sender.send(via, account, draft, never)
    expect(change).toBe(0n)
    expect(await balanceOf(to)).toBe(amount)
    expect(await balanceOf(own.address)).toBe(0n)
  })
  it.each([
    ['no coins', [], 10_000n, 'TRANSFER_FUNDS', /You need 0\.000\d+ tBTC more/],
    ['no coins, when all of them are to be sent', [], 'max', 'TRANSFER_FUNDS', /You need/],
    [
      'too few',
      [8_000n],
      10_000n,
      'TRANSFER_FUNDS',
      /You need 0\.0000\d+ tBTC more, including the fee/,
    ],
    [
      'enough, but not for the fee',
      [10_000n],
      10_000n,
      'TRANSFER_FEE',
      /You need 0\.00000462 tBTC more for the fee/,
    ],
    [
      'an amount too small to be relayed',
      [10_000n],
      293n,
      'TRANSFER_TOO_SMALL',
      /you can send is 0\.00000294 tBTC/,
    ],
  ] as const)(
    'a transfer with %s is not drafted, and the error gives the reason (decision 27)',
    async (_what, coins, amount, code, sentence) => {
      const { own, prepare } = await connected()
      await pay(own.address, ...coins)
      await expect(prepare(amount)).rejects.toMatchObject({
        code,
        message: expect.stringMatching(sentence),
      })
    },
  )
  it('a transfer spends no pending coin, and the error names the pending coins', async () => {
    const { own, prepare } = await connected()
    await rig.ledger.pay({ address: own.address, satoshi: 90_000n })
    await expect(prepare(10_000n)).rejects.toMatchObject({
      code: 'TRANSFER_FUNDS',
      message: expect.stringMatching(/not confirmed yet: 0\.0009 tBTC/),
    })
  })
  it('a transfer never spends from the account that keeps collectibles', async () => {
    const { kernel, account } = await connected()
    const ordinals = { ...account, type: 'ordinal' }
    const pending = kernel
      .capability(transfersCapability, network)
      ?.prepare(
        { from: ordinals, to, network, asset: 'native', amount: 1_000n, decimals: 8 },
        never,
      )
    await expect(pending).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
  })
  it.each([0, 6, 9, 18])(
    '[S19] a transfer whose amount was shown with %i decimals is refused before anything is drafted',
    async decimals => {
      const { own, prepare } = await connected()
      await pay(own.address, 100_000n)
      await expect(prepare(10_000n, { decimals })).rejects.toMatchObject({
        code: 'TRANSFER_ASSET',
        message: expect.stringMatching(`with ${decimals} decimals`),
      })
      expect(rig.endpoint.requests).toEqual([])
    },
  )
  it.each([
    ['another asset', { asset: `${network}/slip44:0` }, 'TRANSFER_ASSET'],
    [
      'an address of another network',
      { to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
      'ADDRESS_WRONG_NETWORK',
    ],
    ['a private key', { to: '01'.repeat(32) }, 'ADDRESS_IS_SECRET'],
  ] as const)('[S18] a transfer to %s is refused', async (_what, rest, code) => {
    const { prepare } = await connected()
    await expect(prepare(10_000n, rest)).rejects.toMatchObject({ code })
  })
})

describe('the coins of a transfer', () => {
  const psbtOf = (draft: Draft) =>
    Transaction.fromPSBT(base64.decode(bip122Psbt.read(draft)?.psbt ?? ''))

  it.each(['p2wpkh', 'p2sh'] as const)(
    '[S35] [R7] two wrong values of two coins of a %s account, reported at two signings, are signed by no wallet',
    async kind => {
      const { own, prepare, account, via, sender, wallet } = await connected(kind)
      await pay(own.address, 50_000_000n, 60_000_000n)
      const coins = (await coinsOf(own.address)).sort((one, other) => one.value - other.value)
      const [small, large] = coins
      // Both lies leave the same sum, so both drafts have the same outputs. The valid signatures of
      // both make one valid transaction, with 0.3 BTC as its fee.
      const lies = [
        [small, { ...large, value: 30_000_000 }],
        [{ ...small, value: 20_000_000 }, large],
      ]
      for (const lie of lies) {
        rig.endpoint.answers.set(`/address/${own.address}/utxo`, { body: JSON.stringify(lie) })
        const sending = prepare(75_000_000n).then(({ draft }) =>
          sender.send(via, account, draft, never),
        )
        await expect(sending).rejects.toMatchObject({ code: 'CHAIN_ANSWER' })
      }
      expect(wallet.calls.filter(({ method }) => method === 'signPsbt')).toEqual([])
      expect(rig.endpoint.requests.filter(request => request.startsWith('POST'))).toEqual([])
    },
  )
  it.each([
    ['p2wpkh', true],
    ['p2sh', true],
    ['p2pkh', false],
  ] as const)(
    '[R7] coins of a %s account carry their parent transaction; beside it is the value that segwit wallets read: %s',
    async (kind, isSegwit) => {
      const { own, prepare } = await connected(kind)
      await pay(own.address, 30_000n, 50_000n)
      const psbt = psbtOf((await prepare(60_000n)).draft)
      for (const at of [0, 1]) {
        const { nonWitnessUtxo, witnessUtxo, index = 0 } = psbt.getInput(at)
        expect(nonWitnessUtxo?.outputs[index]?.script).toEqual(own.script)
        expect(nonWitnessUtxo?.segwitFlag).toBe(false)
        expect(witnessUtxo).toEqual(isSegwit ? nonWitnessUtxo?.outputs[index] : undefined)
      }
    },
  )
  it('[R7] a replaced parent transaction is requested from the next endpoint, and refused with only one endpoint', async () => {
    const other = await startLyingEndpoint(rig.ledger.url)
    const { own, prepare } = await connected('p2wpkh', [other.url])
    await pay(own.address, 90_000n)
    const [coin] = await coinsOf(own.address)
    const [unrelatedCoin] = await coinsOf(rig.ledger.accounts[0].address)
    const lie = {
      body: await (await fetch(`${rig.ledger.url}/tx/${unrelatedCoin?.txid}/hex`)).text(),
    }
    other.answers.set(`/tx/${coin?.txid}/hex`, lie)
    const { draft } = await prepare(10_000n)
    expect(psbtOf(draft).getInput(0).witnessUtxo?.amount).toBe(90_000n)
    await other.close()

    const { prepare: prepareAlone } = await connected()
    for (const body of [lie.body, '', '00', 'zz', '0'.repeat(8_000_002)]) {
      rig.endpoint.answers.set(`/tx/${coin?.txid}/hex`, { body })
      await expect(prepareAlone(10_000n)).rejects.toMatchObject({ code: 'CHAIN_ANSWER' })
    }
  })
  it('[R7] a coin with an output that its transaction lacks, or with one of another account, is refused', async () => {
    const { own, prepare } = await connected()
    await pay(own.address, 90_000n)
    const [coin] = await coinsOf(own.address)
    // Two outputs of the same value, of which only one is ours.
    const shared = await rig.ledger.pay(
      { address: own.address, satoshi: 40_000n },
      { address: to, satoshi: 40_000n },
    )
    const { vout: outputs } = (await rig.json(`/tx/${shared}`)) as {
      vout: { scriptpubkey_address: string }[]
    }
    const theirs = outputs.findIndex(output => output.scriptpubkey_address === to)
    for (const lie of [
      { ...coin, vout: 1 - (coin?.vout ?? 0) },
      { ...coin, vout: 7 },
      { ...coin, txid: shared, vout: theirs, value: 40_000 },
    ]) {
      rig.endpoint.answers.set(`/address/${own.address}/utxo`, { body: JSON.stringify([lie]) })
      await expect(prepare(10_000n)).rejects.toMatchObject({ code: 'CHAIN_ANSWER' })
    }
  })
  it('coins are proved once, however often the form is edited', async () => {
    const { own, prepare } = await connected()
    await pay(own.address, 90_000n)
    for (const amount of [10_000n, 20_000n, 30_000n]) await prepare(amount)
    expect(rig.endpoint.requests.filter(request => request.endsWith('/hex'))).toHaveLength(1)
  })
  it('[R7] a draft of another plugin needs proof of its coins too, before the wallet gets the request', async () => {
    const { own, prepare, account, via, sender, wallet } = await connected()
    await pay(own.address, 90_000n)
    const { draft } = await prepare(10_000n)
    const bare = new Transaction({ allowUnknownOutputs: true })
    const made = psbtOf(draft)
    const { nonWitnessUtxo: _proof, ...input } = made.getInput(0)
    bare.addInput(input)
    for (const at of [0, 1]) bare.addOutput(made.getOutput(at))
    const body = { ...bip122Psbt.read(draft), psbt: base64.encode(bare.toPSBT()) }
    await expect(sender.send(via, account, { ...draft, body }, never)).rejects.toMatchObject({
      code: 'TRANSFER_REFUSED',
    })
    expect(wallet.calls.filter(({ method }) => method === 'signPsbt')).toEqual([])
  })

  /** An unsigned transaction that pays this much: an invented proof of a coin. */
  function inventedParent(script: Uint8Array, amount: bigint): Transaction {
    const parent = new Transaction()
    parent.addInput({ txid: 'ab'.repeat(32), index: 0, finalScriptSig: new Uint8Array() })
    for (const _output of [0, 1, 2]) parent.addOutput({ script, amount })
    return parent
  }
  it('[S35] [R7] a draft that proves its coin by another transaction than the one it spends is refused before the wallet gets the request', async () => {
    const { own, prepare, account, via, sender, wallet } = await connected()
    await pay(own.address, 90_000n)
    const { draft } = await prepare(10_000n)
    const made = psbtOf(draft)
    const forged = new Transaction({ allowUnknownOutputs: true })
    const amount = 900_000n
    const proof = {
      nonWitnessUtxo: inventedParent(own.script, amount).toBytes(true),
      witnessUtxo: { script: own.script, amount },
    }
    forged.addInput({ ...made.getInput(0), ...proof })
    for (const at of [0, 1]) forged.addOutput(made.getOutput(at))
    // The draft shows the fee that the invented value leaves.
    const body = {
      ...bip122Psbt.read(draft),
      psbt: base64.encode(forged.toPSBT()),
      fee: forged.fee,
    }
    await expect(sender.send(via, account, { ...draft, body }, never)).rejects.toMatchObject({
      code: 'TRANSFER_REFUSED',
    })
    expect(wallet.calls.filter(({ method }) => method === 'signPsbt')).toEqual([])
  })
  it('[S35] [R7] an endpoint that returns another, unsigned transaction for the id of a coin is rejected', async () => {
    const { own, prepare } = await connected()
    await pay(own.address, 90_000n)
    const [coin] = await coinsOf(own.address)
    rig.endpoint.answers.set(`/address/${own.address}/utxo`, {
      body: JSON.stringify([{ ...coin, value: 900_000 }]),
    })
    rig.endpoint.answers.set(`/tx/${coin?.txid}/hex`, {
      body: hex.encode(inventedParent(own.script, 900_000n).toBytes(true)),
    })
    await expect(prepare(10_000n)).rejects.toMatchObject({ code: 'CHAIN_ANSWER' })
  })
  it('[R7] a coin whose transaction has a version that the library refuses is named in an error', async () => {
    const { own, prepare } = await connected()
    const parent = RawOldTx.encode({
      ...RawOldTx.decode(inventedParent(own.script, 90_000n).toBytes(true)),
      version: 7,
    })
    const { id } = readRawTransaction(parent)
    rig.endpoint.answers.set(`/tx/${id}/hex`, { body: hex.encode(parent) })
    rig.endpoint.answers.set(`/address/${own.address}/utxo`, {
      body: JSON.stringify([{ txid: id, vout: 0, value: 90_000, status: { confirmed: true } }]),
    })
    await expect(prepare(10_000n)).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
  })
})

describe('the figures of a transfer', () => {
  const psbtOf = (draft: Draft) =>
    Transaction.fromPSBT(base64.decode(bip122Psbt.read(draft)?.psbt ?? ''))
  /**
   * Makes an endpoint report coins with their parent transaction, also at addresses that the local
   * ledger does not know.
   */
  function show(
    own: { readonly address: string; readonly script: Uint8Array },
    ...values: readonly bigint[]
  ) {
    const coins = values.map((value, at) => {
      const parent = new Transaction()
      parent.addInput({ txid: 'ab'.repeat(32), index: at, finalScriptSig: new Uint8Array() })
      parent.addOutput({ script: own.script, amount: value })
      const txid = idOf(parent)
      rig.endpoint.answers.set(`/tx/${txid}/hex`, { body: hex.encode(parent.toBytes(true)) })
      return { txid, vout: 0, value: Number(value), status: { confirmed: true } }
    })
    rig.endpoint.answers.set(`/address/${own.address}/utxo`, { body: JSON.stringify(coins) })
  }
  const feeOf = ({ fee }: PreparedTransfer) => (fee.kind === 'native' ? fee.amount : 0n)

  it.each([
    ['p2wpkh', 'p2tr'],
    ['p2tr', 'p2wpkh'],
    ['p2sh', 'p2pkh'],
    ['p2pkh', 'p2tr'],
  ] as const)(
    'a transfer from %s to %s has the requested output and the change, and its fee is the rate for the size',
    async (from, kind) => {
      const { own, prepare } = await connected(from)
      show(own, 40_000n, 50_000n)
      const recipient = accountAt(2, kind)
      const prepared = await prepare(60_000n, { to: recipient.address, speed: 'fast' })
      const made = psbtOf(prepared.draft)
      const outputs = [0, 1].map(at => made.getOutput(at))
      expect(outputs).toEqual([
        expect.objectContaining({ script: recipient.script, amount: 60_000n }),
        expect.objectContaining({ script: own.script, amount: prepared.change }),
      ])
      expect([made.outputsLength, prepared.change]).toEqual([
        2,
        90_000n - 60_000n - feeOf(prepared),
      ])
      expect([0, 1].map(at => made.getInput(at).sequence)).toEqual([0xfffffffd, 0xfffffffd])
      made.sign(own.secret)
      made.finalize()
      const rate = Number(feeOf(prepared)) / made.vsize
      expect(rate).toBeGreaterThanOrEqual(12.345)
      expect(rate).toBeLessThan(12.345 * 1.02)
    },
  )
  it.each([
    ['p2wpkh', 294n],
    ['p2tr', 330n],
    ['p2sh', 540n],
    ['p2pkh', 546n],
  ] as const)('the least amount to a %s address is %i satoshi', async (kind, least) => {
    const { own, prepare } = await connected()
    show(own, 50_000n)
    const recipient = { to: accountAt(2, kind).address }
    expect((await prepare(least, recipient)).amount).toBe(least)
    await expect(prepare(least - 1n, recipient)).rejects.toMatchObject({
      code: 'TRANSFER_TOO_SMALL',
      message: expect.stringMatching(`you can send is ${formatAmount(least, 8)} tBTC`),
    })
  })
  it('sending everything is refused where nodes would not relay what is left after the fee', async () => {
    const { own, prepare } = await connected()
    show(own, 404n)
    await expect(prepare('max', { speed: 'slow' })).rejects.toMatchObject({
      code: 'TRANSFER_TOO_SMALL',
    })
    show(own, 406n)
    expect((await prepare('max', { speed: 'slow' })).amount).toBe(294n)
  })
  it('change that nodes would not relay goes to the miner, and the least that they relay is returned', async () => {
    const { own, prepare } = await connected()
    show(own, 50_000n)
    const fee = feeOf(await prepare(40_000n, { speed: 'slow' }))
    const [without, least] = [
      await prepare(50_000n - fee - 293n, { speed: 'slow' }),
      await prepare(50_000n - fee - 294n, { speed: 'slow' }),
    ]
    expect([without.change, psbtOf(without.draft).outputsLength, feeOf(without)]).toEqual([
      0n,
      1,
      fee + 293n,
    ])
    expect([least.change, psbtOf(least.draft).outputsLength, feeOf(least)]).toEqual([294n, 2, fee])
  })
  it('a fee of more than a tenth of the amount raises a warning, and one of a tenth does not', async () => {
    const { own, prepare } = await connected()
    show(own, 90_000n)
    const fee = feeOf(await prepare(40_000n))
    expect((await prepare(fee * 10n)).warnings).toBeUndefined()
    expect((await prepare(fee * 10n - 1n)).warnings).toMatchObject([{ id: 'transfer.dear' }])
  })
  it.each([
    ['p2tr', 10_000n, 1],
    ['p2tr', 10_001n, 0],
    ['p2wpkh', 10_000n, 0],
  ] as const)(
    'for a %s account, a spent coin of %i satoshi raises %i warnings of a possible collectible',
    async (kind, value, times) => {
      const { own, prepare } = await connected(kind)
      show(own, value)
      const { warnings = [] } = await prepare(5_000n, { speed: 'slow' })
      expect(warnings.filter(({ id }) => id === 'bip122.collectible')).toHaveLength(times)
    },
  )
  it.each(['p2sh', 'p2tr'] as const)(
    'a %s account whose key is missing, or belongs to another account, is refused',
    async kind => {
      const { own, prepare, account } = await connected(kind)
      show(own, 50_000n)
      const { publicKey: _own, ...keyless } = account
      for (const from of [keyless, { ...account, publicKey: accountAt(1, kind).publicKey }])
        await expect(prepare(10_000n, { from })).rejects.toMatchObject({ code: 'TRANSFER_REFUSED' })
    },
  )
  it('[S24] an account whose address belongs to another network is refused', async () => {
    const { prepare, account } = await connected()
    const from = { ...account, address: accountAt(0, 'p2wpkh', 'Mainnet').address }
    await expect(prepare(10_000n, { from })).rejects.toMatchObject({ code: 'WALLET_NETWORK' })
  })
  it('pending coins are named only where they would be enough', async () => {
    const { own, prepare } = await connected()
    await rig.ledger.pay({ address: own.address, satoshi: 10_000n })
    await expect(prepare(50_000n)).rejects.toMatchObject({
      code: 'TRANSFER_FUNDS',
      message: expect.stringMatching(/^You need/),
    })
  })
  it('[S35] a draft for the coins of one account is not sent from another', async () => {
    const { own, prepare, via, account, sender, wallet } = await connected()
    show(own, 50_000n)
    const { draft } = await prepare(10_000n)
    const other = { ...account, address: accountAt(1).address }
    await expect(sender.send(via, other, draft, never)).rejects.toMatchObject({
      code: 'WALLET_UNSUPPORTED',
    })
    expect(wallet.calls.filter(({ method }) => method === 'signPsbt')).toEqual([])
  })
})
