import { connection, connectors, messages, networks, type WalletLine, type WalletReport, walletProblem } from '@portico/kernel/contracts'
import { createTestKernel } from '@portico/kernel/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keyOf, openPage, type ScriptedWallet, scriptedWallet } from '../../test/scripted-wallet.js'
import { kusama, polkadot, polkadotRelay } from '../index.js'

const never = new AbortController().signal
let page: ReturnType<typeof openPage>
beforeEach(() => {
  page = openPage()
})
afterEach(() => page.close())

async function met(wallet: ScriptedWallet) {
  wallet.announce(page.page)
  const kernel = await createTestKernel({ plugins: [polkadot({ networks: [polkadotRelay, kusama], appName: 'Our app' })] })
  await kernel.use(connection).discover()
  const connector = kernel.items(connectors)[0]
  if (!connector) throw new Error('not listed')
  return { kernel, connector }
}
const viaOf = (line: WalletLine) => ({
  id: 'polkadot/x' as const,
  namespace: 'polkadot',
  connector: 'x',
  port: line.port,
  accounts: [],
  network: line.report.network,
})

const account = { address: keyOf(1).address(42) }

describe('connecting a Polkadot wallet', () => {
  it('[D23b] [S6.04] reports its accounts in the network’s own prefix, with key and name, and tells it who asks', async () => {
    const wallet = scriptedWallet()
    const { connector } = await met(wallet)
    const { report } = await connector.connect({ network: kusama.caipNetworkId }, never)
    expect(wallet.enabledFor).toEqual(['Our app'])
    expect(report.network).toBe(kusama.caipNetworkId)
    expect(report.accounts[0]).toMatchObject({ namespace: 'polkadot', type: 'eoa', address: keyOf(1).address(2), label: 'Account 0' })
    expect(report.accounts).toHaveLength(2)
  })
  it.each([
    ['Cancelled', 'declined'],
    ['Rejected', 'declined'],
    ['The source Our app is not allowed to interact with this extension', 'declined'],
    ['Rate limit exceeded', 'limit'],
  ])('tells what "%s" means', async (words, kind) => {
    const wallet = scriptedWallet()
    wallet.entry.enable = async () => {
      throw new Error(words)
    }
    const { connector } = await met(wallet)
    expect(walletProblem(await connector.connect({}, never).catch(thrown => thrown)).kind).toBe(kind)
  })
  it.each([
    ['nothing', 'enable', null],
    ['something without accounts', 'enable', { signer: {} }],
    ['a list that is none', 'accounts', 'many'],
    ['no accounts', 'accounts', []],
    ['an address that is none', 'accounts', [{ address: 'bob' }]],
    ['an address with a typing error', 'accounts', [{ address: `${account.address.slice(0, -1)}1` }]],
    ['Ethereum accounts only', 'accounts', [{ address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf', type: 'ethereum' }]],
    ['accounts of another network only', 'accounts', [{ ...account, genesisHash: `0x${'45'.repeat(32)}` }]],
    ['ten thousand accounts', 'accounts', Array.from({ length: 10_000 }, () => account)],
  ])('[S35] [D37] believes no wallet that answers %s', async (_what, method, lie) => {
    const wallet = scriptedWallet()
    wallet.lies.set(method, () => lie ?? 0)
    const { connector } = await met(wallet)
    await expect(connector.connect({}, never)).rejects.toMatchObject({ code: 'WALLET_ANSWER' })
    expect(wallet.listeners).toBe(0)
  })
})

describe('a connected Polkadot wallet', () => {
  it('[D29e] is asked under the text by which it knows the account, for wrapped bytes', async () => {
    const wallet = scriptedWallet()
    const { connector, kernel } = await met(wallet)
    const line = await connector.connect({ network: kusama.caipNetworkId }, never)
    const [first] = line.report.accounts
    if (!first) throw new Error('no account')
    await kernel.capability(messages, 'polkadot')?.sign(viaOf(line), { ...first, connection: 'polkadot/x' }, 'hello', never)
    expect(wallet.asked.at(-1)).toEqual({
      method: 'signRaw',
      params: { address: keyOf(1).address(42), data: `0x${Buffer.from('<Bytes>hello</Bytes>').toString('hex')}`, type: 'bytes' },
    })
  })
  it('moves between networks without being asked, and shows the same accounts otherwise', async () => {
    const wallet = scriptedWallet()
    const { connector, kernel } = await met(wallet)
    const line = await connector.connect({}, never)
    const reports: (WalletReport | undefined)[] = []
    line.watch(report => void reports.push(report))
    await kernel.capability(networks, kusama.caipNetworkId)?.switch(viaOf(line), kusama.caipNetworkId, never)
    expect(reports.map(report => [report?.network, report?.accounts[0]?.address])).toEqual([[kusama.caipNetworkId, keyOf(1).address(2)]])
    expect(reports[0]?.accounts[0]?.publicKey).toBe(line.report.accounts[0]?.publicKey)
    expect(wallet.prompts).toBe(1)
  })
  it('does not move where it has no account', async () => {
    const wallet = scriptedWallet({ genesisHash: `0x${polkadotRelay.id}${'00'.repeat(16)}` })
    const { connector, kernel } = await met(wallet)
    const line = await connector.connect({}, never)
    const switching = kernel.capability(networks, kusama.caipNetworkId)?.switch(viaOf(line), kusama.caipNetworkId, never)
    await expect(switching).rejects.toMatchObject({ code: 'WALLET_NETWORK' })
  })
  it('that lies about its accounts later changes nothing, and is reported', async () => {
    const wallet = scriptedWallet()
    const { connector, kernel } = await met(wallet)
    const line = await connector.connect({}, never)
    const reports: unknown[] = []
    line.watch(report => void reports.push(report))
    wallet.tell('many')
    expect(reports).toEqual([])
    expect(kernel.reported).toHaveLength(1)
  })
  it('[R30] that cannot be let go of keeps nobody from leaving, and is reported', async () => {
    const wallet = scriptedWallet()
    wallet.lies.set('enable', honest => ({
      ...(honest as object),
      accounts: {
        get: async () => [account],
        subscribe: () => () => {
          throw new TypeError('torn')
        },
      },
    }))
    const { connector, kernel } = await met(wallet)
    const line = await connector.connect({}, never)
    line.watch(() => undefined)()
    await line.disconnect(never)
    expect(kernel.reported).toHaveLength(1)
  })
  it('is taken up again without asking anybody', async () => {
    const wallet = scriptedWallet()
    const { connector } = await met(wallet)
    await connector.connect({}, never)
    await connector.restore({}, never)
    expect(wallet.prompts).toBe(1)
  })
})
