import { connection, connectors, messages, networks, transactions, type WalletLine, type WalletReport, walletProblem } from '@portico/kernel/contracts'
import { createTestKernel } from '@portico/kernel/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keyOf, openPage, type ScriptedWallet, scriptedWallet } from '../../test/scripted-wallet.js'
import { bip122, bitcoin, bitcoinRegtest, bitcoinSignet, bitcoinTestnet } from '../index.js'

const never = new AbortController().signal
let page: ReturnType<typeof openPage>
beforeEach(() => {
  page = openPage()
})
afterEach(() => page.close())

async function met(wallet: ScriptedWallet, all = [bitcoinRegtest, bitcoinSignet]) {
  wallet.announce(page.page)
  const kernel = await createTestKernel({ plugins: [bip122({ networks: all as never })] })
  await kernel.use(connection).discover()
  const connector = kernel.items(connectors)[0]
  if (!connector) throw new Error('not listed')
  return { kernel, connector }
}
const connectionOf = (line: WalletLine, report: WalletReport = line.report) => ({
  id: 'bip122/x' as const,
  namespace: 'bip122',
  connector: 'x',
  port: line.port,
  accounts: [],
  network: report.network,
})

describe('connecting a Bitcoin wallet', () => {
  it('[S6.05] reports the payment account first, then the one for collectibles, with keys', async () => {
    const { connector } = await met(scriptedWallet())
    const { report } = await connector.connect({}, never)
    expect(report).toMatchObject({
      network: bitcoinRegtest.caipNetworkId,
      accounts: [
        { type: 'payment', address: keyOf(1).payment('p2wpkh', 'Regtest').address, publicKey: keyOf(1).payment('p2wpkh', 'Regtest').publicKey },
        { type: 'ordinal', address: keyOf(1).payment('p2tr', 'Regtest').address },
      ],
    })
  })
  it('asks for the network that is wanted', async () => {
    const { connector } = await met(scriptedWallet(), [bitcoinSignet, bitcoinRegtest])
    expect((await connector.connect({ network: bitcoinSignet.caipNetworkId }, never)).report.network).toBe(bitcoinSignet.caipNetworkId)
  })
  it('goes the older way with a wallet that has no other, and believes what its addresses say of the network', async () => {
    const wallet = scriptedWallet({ network: 'Testnet', methods: ['getAddresses', 'signMessage', 'signPsbt'] })
    const { connector } = await met(wallet, [bitcoinSignet, bitcoinTestnet])
    expect((await connector.connect({ network: bitcoinTestnet.caipNetworkId }, never)).report.network).toBe(bitcoinTestnet.caipNetworkId)
    expect((await connector.connect({}, never)).report.network).toBe(bitcoinSignet.caipNetworkId)
    expect(await connector.restore({}, never)).toBeUndefined()
  })
  it('keeps a network that nobody listed, or knows, as it is', async () => {
    const wallet = scriptedWallet({ network: 'Mainnet' })
    const { connector } = await met(wallet)
    expect((await connector.connect({}, never)).report.network).toBe(bitcoin.caipNetworkId)
    wallet.lies.set('wallet_connect', honest => ({ ...(honest as object), network: { bitcoin: { name: 'Mutiny Net' } } }))
    expect((await connector.connect({}, never)).report.network).toBe('bip122:Mutiny-Net')
  })
  it.each([
    ['declined', -32000, 'declined'],
    ['denied', -32002, 'unauthorized'],
    ['without the method', -32001, 'unsupported'],
  ])('tells %s by the code of sats-connect', async (_what, code, kind) => {
    const wallet = scriptedWallet()
    wallet.provider.request = async () => ({ error: { code } })
    const { connector } = await met(wallet)
    const error = await connector.connect({}, never).catch(thrown => thrown)
    expect(walletProblem(error).kind).toBe(kind)
  })
  it.each([
    ['throws the error', async () => Promise.reject({ error: { code: -32000 } })],
    ['throws its code', async () => Promise.reject({ code: 4001 })],
    [
      'throws at once',
      () => {
        throw { code: -32000 }
      },
    ],
  ])('tells a decline of a wallet that %s', async (_what, request) => {
    const wallet = scriptedWallet()
    wallet.provider.request = request as never
    const { connector } = await met(wallet)
    expect(walletProblem(await connector.connect({}, never).catch(thrown => thrown)).kind).toBe('declined')
  })

  const own = keyOf(1).payment('p2wpkh', 'Regtest')
  const answer = (rest: object, address: object = {}) => ({
    addresses: [{ address: own.address, publicKey: own.publicKey, purpose: 'payment', ...address }],
    network: { bitcoin: { name: 'Regtest' } },
    ...rest,
  })
  it.each([
    ['nothing', null],
    ['text', 'yes'],
    ['no addresses', {}],
    ['an empty list', answer({ addresses: [] })],
    ['an address that is none', answer({}, { address: 'bob' })],
    ['an address of another network', answer({}, { address: keyOf(1).payment('p2wpkh', 'Mainnet').address })],
    ['the key of another address', answer({}, { publicKey: keyOf(2).payment('p2wpkh', 'Regtest').publicKey })],
    ['a key that is none', answer({}, { publicKey: '02'.repeat(33) })],
    ['a private key as address', answer({}, { address: '01'.repeat(32) })],
    ['accounts for other purposes only', answer({}, { purpose: 'stacks' })],
    ['ten thousand accounts', answer({ addresses: Array.from({ length: 10_000 }, () => ({ address: own.address, purpose: 'payment' })) })],
  ])('[S35] [D37] believes no wallet that answers %s', async (_what, lie) => {
    const wallet = scriptedWallet()
    wallet.lies.set('wallet_connect', () => lie ?? undefined)
    if (lie === null) wallet.provider.request = async () => null
    const { connector } = await met(wallet)
    await expect(connector.connect({}, never)).rejects.toMatchObject({ code: 'WALLET_ANSWER' })
    expect(wallet.listeners).toBe(0)
  })
})

describe('a connected Bitcoin wallet', () => {
  it('that lies about its account later changes nothing, and is reported', async () => {
    const wallet = scriptedWallet()
    const { connector, kernel } = await met(wallet)
    const line = await connector.connect({}, never)
    const reports: unknown[] = []
    line.watch(report => void reports.push(report))
    wallet.lies.set('wallet_getAccount', () => ({ addresses: 'many' }))
    wallet.switchAccount?.()
    await expect.poll(() => kernel.reported.length).toBe(1)
    expect(reports).toEqual([])
  })
  it('[R30] that cannot be let go of keeps nobody from leaving, and is reported', async () => {
    const wallet = scriptedWallet()
    let stops = 0
    wallet.provider.addListener = () => () => {
      stops++
      throw new TypeError('torn')
    }
    const { connector, kernel } = await met(wallet)
    const line = await connector.connect({}, never)
    line.watch(() => undefined)()
    await line.disconnect(never)
    expect([stops, kernel.reported.length]).toEqual([3, 3])
  })
  it('that says it switched, but did not, is not believed', async () => {
    const wallet = scriptedWallet()
    const { connector, kernel } = await met(wallet)
    const line = await connector.connect({}, never)
    wallet.lies.set('wallet_changeNetwork', () => {
      wallet.network = 'Regtest'
      return {}
    })
    const switching = kernel.capability(networks, bitcoinSignet.caipNetworkId)?.switch(connectionOf(line), bitcoinSignet.caipNetworkId, never)
    await expect(switching).rejects.toMatchObject({ code: 'WALLET_NETWORK' })
  })
  it('says what it cannot do', async () => {
    const list = ['wallet_connect', 'wallet_getAccount', 'signMessage']
    const wallet = scriptedWallet({ methods: list })
    wallet.announce(page.page)
    const [entry] = (page.page as unknown as { btc_providers: object[] }).btc_providers
    Object.assign(entry ?? {}, { methods: list })
    const kernel = await createTestKernel({ plugins: [bip122({ networks: [bitcoinRegtest] })] })
    await kernel.use(connection).discover()
    const line = await kernel.items(connectors)[0]?.connect({}, never)
    expect([messages, transactions, networks].map(ref => line?.supports?.(ref))).toEqual([true, false, false])
    await expect(line?.disconnect(never)).resolves.toBeUndefined()
  })
  it('of another plugin is not asked', async () => {
    const { kernel } = await met(scriptedWallet())
    const via = { ...connectionOf({ port: {} } as WalletLine, { accounts: [], network: bitcoinRegtest.caipNetworkId }), port: { signMessage: async () => '' } }
    const account = { namespace: 'bip122', address: keyOf(1).payment('p2wpkh', 'Regtest').address ?? '', type: 'payment', connection: 'bip122/x' as const }
    await expect(kernel.capability(messages, 'bip122')?.sign(via, account, 'hello', never)).rejects.toMatchObject({ code: 'WALLET_UNSUPPORTED' })
  })
})
