import {
  messagesCapability,
  networksCapability,
  type RemoteSession,
  remoteSessionsCapability,
  transactionsCapability,
} from '@portico/kernel/capabilities'
import { type AccountId, bip122Psbt } from '@portico/kernel/chain'
import type { WalletReport } from '@portico/kernel/connector-kit'
import { createTestKernel } from '@portico/kernel/testing'
import { failedRequest } from '@portico/kernel/wallet'
import { signBip322 } from '@portico/mock-wallets'
import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import { accountAt, keyAt, unspentPayment } from '../../test/page.js'
import { bip122, bitcoinRegtest, bitcoinSignet } from '../index.js'

const never = new AbortController().signal
const own = accountAt(0)
const [regtest, signet] = [bitcoinRegtest.caipNetworkId, bitcoinSignet.caipNetworkId]

/**
 * A session with a mock wallet that signs with its keys, using the method names and shapes of
 * WalletConnect.
 */
function remote(rest: Partial<RemoteSession> = {}) {
  const listeners = new Set<Parameters<RemoteSession['watch']>[0]>()
  const requests: string[] = []
  const session: RemoteSession = {
    accounts: [
      `${regtest}:${own.address}` as AccountId,
      `${signet}:${accountAt(0, 'p2wpkh', 'Signet').address}` as AccountId,
    ],
    approved: [regtest, signet],
    methods: ['signMessage', 'signPsbt', 'getAccountAddresses'],
    async request(method, params) {
      requests.push(method)
      const { message, address, psbt, signInputs } = params as {
        message: string
        address: string
        psbt: string
        signInputs: { address: string; index: number }[]
      }
      if (method === 'getAccountAddresses')
        return [{ address: own.address, publicKey: own.publicKey, path: "m/84'/1'/0'/0/0" }]
      if (method === 'signMessage')
        return { address, signature: hex.encode(base64.decode(signBip322(message, own))) }
      const transaction = Transaction.fromPSBT(base64.decode(psbt))
      for (const { index } of signInputs) transaction.signIdx(hex.decode(keyAt(0).slice(2)), index)
      return { psbt: base64.encode(transaction.toPSBT()) }
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: async () => undefined,
    ...rest,
  }
  const emit = (name: string, data?: unknown, network = regtest) => {
    for (const listener of listeners) listener({ name, data, network })
  }
  return { session, requests, listeners, emit }
}
const plugin = async () => {
  const kernel = await createTestKernel({
    plugins: [bip122({ networks: [bitcoinRegtest, bitcoinSignet] })],
  })
  const sessions = kernel.capability(remoteSessionsCapability, 'bip122')
  if (!sessions) throw new Error('not offered')
  return { kernel, sessions }
}

/** Sends a payment over a session. */
async function paid(rest: Partial<RemoteSession>) {
  const { kernel, sessions } = await plugin()
  const properties = {
    bip122_getAccountAddresses: JSON.stringify([
      { address: own.address, publicKey: own.publicKey },
    ]),
  }
  const walletSession = await sessions.open(remote({ properties, ...rest }).session, never)
  const via = {
    id: 'bip122/x' as const,
    namespace: 'bip122',
    connector: 'x',
    handle: walletSession.handle,
    accounts: [],
    network: regtest,
  }
  const account = {
    namespace: 'bip122',
    address: own.address,
    type: 'payment',
    connection: 'bip122/x' as const,
  }
  const made = unspentPayment(own.script)
  const body = {
    psbt: base64.encode(made.toPSBT()),
    inputs: [{ index: 0, address: own.address }],
    fee: 1_000n,
    feeRate: '9',
    change: 9_000n,
  }
  return kernel
    .capability(transactionsCapability, regtest)
    ?.send(via, account, bip122Psbt.draft(regtest, body), never)
}

describe('a remote Bitcoin wallet', () => {
  it('the requested scope holds what this plugin uses', async () => {
    const { sessions } = await plugin()
    expect(await sessions.scope()).toEqual({
      networks: [regtest, signet],
      methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
      events: ['accountsChanged', 'chainChanged', 'bip122_addressesChanged'],
    })
  })
  it('a remote session works like an injected one: keys, signatures, networks, disconnect', async () => {
    const { kernel, sessions } = await plugin()
    const { session, listeners } = remote()
    const walletSession = await sessions.open(session, never)
    expect(walletSession.report).toMatchObject({
      network: regtest,
      approved: [regtest, signet],
      accounts: [{ address: own.address, publicKey: own.publicKey, type: 'payment' }],
    })

    const via = {
      id: 'bip122/x' as const,
      namespace: 'bip122',
      connector: 'x',
      handle: walletSession.handle,
      accounts: [],
      network: regtest,
    }
    const account = {
      namespace: 'bip122',
      address: own.address,
      type: 'payment',
      connection: 'bip122/x' as const,
    }
    const signed = await kernel
      .capability(messagesCapability, regtest)
      ?.sign(via, account, 'hello', never)
    expect(
      signed &&
        (await kernel
          .capability(messagesCapability, regtest)
          ?.verify(account, 'hello', signed, never)),
    ).toBe(true)

    const reports: (WalletReport | undefined)[] = []
    walletSession.watch(report => void reports.push(report))
    await kernel.capability(networksCapability, signet)?.switch?.(via, signet, never)
    expect(reports.at(-1)).toMatchObject({
      network: signet,
      accounts: [{ address: accountAt(0, 'p2wpkh', 'Signet').address }],
    })
    await expect(
      kernel.capability(networksCapability, 'bip122:else')?.switch?.(via, 'bip122:else', never),
    ).rejects.toMatchObject({ code: 'WALLET_UNSUPPORTED' })
    await walletSession.disconnect(never)
    expect(listeners.size).toBe(0)
  })
  it('[R30] the remote wallet is listened to only while its session has a watcher', async () => {
    const { sessions } = await plugin()
    const { session, listeners } = remote()
    const walletSession = await sessions.open(session, never)
    const stops = [walletSession.watch(() => undefined), walletSession.watch(() => undefined)]
    stops[0]?.()
    expect(listeners.size).toBe(1)
    stops[1]?.()
    expect(listeners.size).toBe(0)
  })
  it.each([
    ['5000, declined', { code: 5000, message: 'No.' }, true],
    ['4001, declined', { code: 4001, message: 'No.' }, true],
    ['words of a person who declined', { code: 0, message: 'User rejected methods.' }, true],
    ['-32601, method not found', { code: -32601, message: 'No.' }, true],
    ['-32000, any failure of a node', { code: -32000, message: 'already known' }, false],
    ['-32603, internal error', { code: -32603, message: 'Internal error.' }, false],
    ['6000, disconnected', { code: 6000, message: 'User disconnected.' }, false],
    ['nothing', undefined, false],
  ])(
    '[S35] the response %s to a payment is judged by what it proves',
    async (_title, error, isRefused) => {
      const thrown = await paid({ request: () => Promise.reject(error) }).catch(caught => caught)
      expect(failedRequest(thrown)).toBe(isRefused ? 'refused' : 'unknown')
      if (!isRefused) expect(thrown).toMatchObject({ code: 'WALLET_OUTCOME' })
    },
  )
  it.each([
    ['nothing', undefined],
    ['a hash', { txid: 'ab'.repeat(32) }],
    ['what is no PSBT', { psbt: 'cHNidP8=' }],
  ])('[S35] the response %s to a payment leaves the outcome unknown', async (_title, answer) => {
    await expect(paid({ request: async () => answer })).rejects.toMatchObject({
      code: 'WALLET_OUTCOME',
    })
  })
  it('[S35] a wallet that did not grant PSBTs gets no request to sign one, and nothing was sent', async () => {
    const requests: string[] = []
    const thrown = await paid({
      methods: ['signMessage'],
      request: async method => void requests.push(method),
    }).catch(caught => caught)
    expect([failedRequest(thrown), requests]).toEqual(['refused', []])
  })
  it('keys in the session are used without another request', async () => {
    const { sessions } = await plugin()
    const { session, requests } = remote({
      properties: {
        bip122_getAccountAddresses: JSON.stringify([
          { address: own.address, publicKey: own.publicKey },
        ]),
      },
    })
    expect((await sessions.open(session, never)).report.accounts[0]?.publicKey).toBe(own.publicKey)
    expect(requests).toEqual([])
  })
  it('a wallet that returns no keys is connected without them', async () => {
    const { sessions } = await plugin()
    const { session } = remote({ request: async () => 'nonsense' })
    expect((await sessions.open(session, never)).report.accounts[0]).toEqual({
      namespace: 'bip122',
      address: own.address,
      type: 'payment',
    })
  })
  it('the session uses granted methods only', async () => {
    const { sessions } = await plugin()
    const { session } = remote({ methods: ['signMessage'], approved: [regtest] })
    const walletSession = await sessions.open(session, never)
    expect(
      [messagesCapability, transactionsCapability, networksCapability].map(ref =>
        walletSession.supports?.(ref),
      ),
    ).toEqual([true, false, false])
  })
  it("the session begins on the person's network, if the wallet approved it", async () => {
    const { sessions } = await plugin()
    expect((await sessions.open(remote({ network: signet }).session, never)).report.network).toBe(
      signet,
    )
    expect(
      (
        await sessions.open(
          remote({ network: signet, approved: [regtest], accounts: [`${regtest}:${own.address}`] })
            .session,
          never,
        )
      ).report.network,
    ).toBe(regtest)
  })
  it('the session reports another network, and its end', async () => {
    const { sessions } = await plugin()
    const { session, emit } = remote()
    const walletSession = await sessions.open(session, never)
    const reports: (WalletReport | undefined)[] = []
    walletSession.watch(report => void reports.push(report))
    emit('chainChanged', '', signet)
    emit('bip122_addressesChanged', 'nonsense')
    emit('closed')
    expect(reports.map(report => report?.network)).toEqual([signet, undefined])
  })
  it('[S24] the session reports no account of another network after chainChanged to one without accounts', async () => {
    const { sessions } = await plugin()
    const { session, emit } = remote({
      accounts: [`${regtest}:${own.address}`] as AccountId[],
      approved: [regtest, signet],
    })
    const walletSession = await sessions.open(session, never)
    const reports: (WalletReport | undefined)[] = []
    walletSession.watch(report => void reports.push(report))
    emit('chainChanged', '', signet)
    expect(reports).toMatchObject([{ network: signet, accounts: [], approved: [regtest] }])
  })
  it.each([
    ['no account', []],
    ['an account that is none', [`${regtest}:bob`]],
    ['an account of another network', [`${regtest}:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4`]],
  ])('[S35] a session with %s is rejected', async (_what, accounts) => {
    const { sessions } = await plugin()
    await expect(
      sessions.open(remote({ accounts: accounts as AccountId[] }).session, never),
    ).rejects.toMatchObject({ code: 'WALLET_ANSWER' })
  })
})
