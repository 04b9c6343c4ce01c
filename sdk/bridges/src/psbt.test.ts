import { connectorsSlot } from '@portico/kernel/connector-kit'
import { connectionService } from '@portico/kernel/session'
import type { MockBitcoinWallet } from '@portico/mock-wallets'
import { bip122, bitcoinRegtest } from '@portico/plugin-bip122'
import { base64 } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { afterEach, describe, expect, it } from 'vitest'
import { accountAt, openPage, unspentPayment } from '../../../plugins/chains/bip122/test/page.js'
import { type Visit, visit } from '../test/page.js'
import { psbtSigner } from './psbt.js'

const { address, script } = accountAt(0)
const psbt = base64.encode(unspentPayment(script).toPSBT())

describe('a signer of PSBTs over the session', () => {
  let wallet: MockBitcoinWallet
  let page: Visit
  let close: () => void
  afterEach(() => {
    page.leave()
    wallet.vanish()
    close()
  })
  const start = () => {
    const opened = openPage()
    close = opened.close
    wallet = opened.wallet()
    page = visit([bip122({ networks: [bitcoinRegtest] })])
  }
  const connect = async () => {
    await page.start()
    await page.kernel.use(connectionService).discover()
    await page.connect(page.kernel.items(connectorsSlot)[0]?.id ?? '')
  }

  it('signs the named inputs, and broadcasts nothing', async () => {
    start()
    await connect()
    const signer = psbtSigner(page)
    expect(signer.accounts.map(account => account.address)).toContain(address)
    const signed = await signer.signPsbt(psbt, [{ index: 0, address }])
    const transaction = Transaction.fromPSBT(base64.decode(signed))
    expect(transaction.getInput(0)).toSatisfy(
      (input: { partialSig?: unknown[]; finalScriptWitness?: unknown[] }) =>
        Boolean(input.partialSig?.length || input.finalScriptWitness?.length),
    )
  })

  it('rejects a declined request with BRIDGE_DECLINED', async () => {
    start()
    await connect()
    wallet.policy = 'reject'
    await expect(psbtSigner(page).signPsbt(psbt, [{ index: 0, address }])).rejects.toMatchObject({
      reason: 'BRIDGE_DECLINED',
    })
  })

  it('names its use before connecting, after disconnecting, for another account, and with another text', async () => {
    start()
    expect(() => psbtSigner(page)).toThrow('No bip122 wallet is connected')
    await connect()
    const signer = psbtSigner(page)
    await expect(signer.signPsbt('no psbt', [])).rejects.toMatchObject({
      reason: 'BRIDGE_ARGUMENT',
    })
    const other = accountAt(0, 'p2pkh').address
    await expect(signer.signPsbt(psbt, [{ index: 0, address: other }])).rejects.toMatchObject({
      reason: 'BRIDGE_ACCOUNT_GONE',
    })
    await page.kernel.use(connectionService).disconnect()
    await expect(signer.signPsbt(psbt, [{ index: 0, address }])).rejects.toMatchObject({
      reason: 'BRIDGE_NOT_CONNECTED',
    })
  })
})
