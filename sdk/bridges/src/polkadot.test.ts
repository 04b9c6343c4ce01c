import { getPolkadotSignerFromPjs } from '@polkadot-api/pjs-signer'
import { connectionService } from '@portico/kernel/session'
import type { MockPolkadotWallet } from '@portico/mock-wallets'
import { polkadot, polkadotRelay } from '@portico/plugin-polkadot'
import { judgeBytes } from '@portico/signatures/substrate'
import { afterEach, describe, expect, it } from 'vitest'
import { dotWallet, keyOf, openPage } from '../../../plugins/chains/polkadot/test/page.js'
import { type Visit, visit } from '../test/page.js'
import { polkadotSigner } from './polkadot.js'

const ada = keyOf(1)
const address = ada.at(0)
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))

describe('a signer of polkadot-js over the session', () => {
  let wallet: MockPolkadotWallet
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
    wallet = dotWallet(opened.page)
    page = visit([polkadot({ networks: [polkadotRelay] })])
  }
  const connected = async () => {
    start()
    await page.connect('polkadot:dot')
    return polkadotSigner(page)
  }

  it('signs bytes by the connected account', async () => {
    const signer = await connected()
    expect(signer.address).toBe(address)
    const { id, signature } = await signer.signRaw({ address, data: '0x6869' })
    expect(id).toBe(1)
    const wrapped = new TextEncoder().encode('<Bytes>hi</Bytes>')
    expect(judgeBytes(bytesOf(signature), wrapped, ada.accountId)).toMatchObject({
      scheme: 'sr25519',
    })
  })

  it('hands a payload to the wallet as it is, and requests no changed transaction', async () => {
    const signer = await connected()
    const payload = {
      address,
      blockHash: `0x${'11'.repeat(32)}`,
      blockNumber: '0x01',
      era: '0x00',
      genesisHash: `0x${'22'.repeat(32)}`,
      method: '0x0000',
      nonce: '0x00',
      specVersion: '0x01',
      tip: '0x00',
      transactionVersion: '0x01',
      signedExtensions: [],
      version: 4,
    }
    expect((await signer.signPayload(payload)).signature).toMatch(/^0x[\da-f]{128,132}$/)
    const call = wallet.calls.find(({ method }) => method === 'signPayload')
    // The wallet gets the account in its own form.
    expect(call?.params).toMatchObject({
      ...payload,
      address: ada.at(42),
      withSignedTransaction: false,
    })
  })

  it('the Polkadot bridge makes a PAPI signer from its account and signPayload', async () => {
    const signer = await connected()
    const papi = getPolkadotSignerFromPjs(signer.address, signer.signPayload, signer.signRaw)
    expect(papi.publicKey).toEqual(ada.accountId)
    expect((await papi.signBytes(new TextEncoder().encode('hi'))).length).toBeGreaterThanOrEqual(64)
  })

  it('rejects a declined request with BRIDGE_DECLINED', async () => {
    const signer = await connected()
    wallet.policy = 'reject'
    await expect(signer.signRaw({ address, data: '0x6869' })).rejects.toMatchObject({
      reason: 'BRIDGE_DECLINED',
    })
  })

  it('names its use before connecting, after disconnecting, and a payload without an account', async () => {
    start()
    expect(() => polkadotSigner(page)).toThrow('No polkadot wallet is connected')
    await page.connect('polkadot:dot')
    const signer = polkadotSigner(page)
    await expect(signer.signRaw({ data: '0x00' } as never)).rejects.toMatchObject({
      reason: 'BRIDGE_ARGUMENT',
    })
    await page.kernel.use(connectionService).disconnect()
    await expect(signer.signRaw({ address, data: '0x6869' })).rejects.toMatchObject({
      reason: 'BRIDGE_NOT_CONNECTED',
    })
  })
})
