import { createPublicKey, verify } from 'node:crypto'
import {
  bitcoinAccounts,
  contracts,
  type Devnet,
  devAccounts,
  polkadotDevAccounts,
  solanaDevAccounts,
  startDevnet,
} from '@portico/devnet'
import { base58, base64, hex } from '@scure/base'
import { p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { verify as verifySchnorrkel } from '@scure/sr25519'
import { Verifier } from 'bip322-js'
import { createPublicClient, http, toHex, verifyMessage, verifyTypedData } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPocket, type Pocket, type PocketOptions } from './index.js'
import { type Asked, localFetch, openPage, type Page } from './page.js'

const soon = <Value>(check: () => Value | Promise<Value>) =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 })
const [ada, bob] = devAccounts
const polkadotChain = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'

describe('a wallet that pairs by WalletConnect', { timeout: 60_000 }, () => {
  let devnet: Devnet
  let options: PocketOptions
  let asked: Asked
  let solana: `solana:${string}`
  let bitcoin: `bip122:${string}`
  let page: Page
  let pocket: Pocket
  const outside: string[] = []
  const started: { stop(): Promise<void> }[] = []

  beforeAll(async () => {
    vi.stubGlobal('fetch', localFetch(outside))
    devnet = await startDevnet({ ledgers: ['solana', 'bip122'], relay: true })
    solana = devnet.ledger('solana').id as typeof solana
    bitcoin = devnet.ledger('bip122').id as typeof bitcoin
    options = {
      relayUrl: devnet.relay().url,
      chains: {
        'eip155:1': devnet.chain(1).url,
        'eip155:8453': devnet.chain(8453).url,
        [solana]: devnet.ledger('solana').url,
        [polkadotChain]: '',
        [bitcoin]: devnet.ledger('bip122').url,
      },
      keys: {
        eip155: devAccounts.map(({ privateKey }) => privateKey),
        solana: solanaDevAccounts.map(({ seed }) => seed),
        polkadot: polkadotDevAccounts.map(({ seed }) => seed),
        bip122: bitcoinAccounts.map(({ privateKey }) => privateKey),
      },
      resendAfterMs: 1_000,
      batchAccount: contracts.batchAccount.address,
    }
    const events = ['chainChanged', 'accountsChanged']
    const rpcMap = (...chains: readonly string[]) =>
      Object.fromEntries(
        chains.map(chain => [chain, options.chains[chain as typeof solana] || devnet.chain(1).url]),
      )
    asked = {
      eip155: {
        chains: ['eip155:1', 'eip155:8453'],
        methods: [
          'personal_sign',
          'eth_signTypedData_v4',
          'eth_sendTransaction',
          'wallet_switchEthereumChain',
          'wallet_getCapabilities',
          'wallet_sendCalls',
          'wallet_getCallsStatus',
        ],
        events,
        rpcMap: rpcMap('eip155:1', 'eip155:8453'),
      },
      solana: {
        chains: [solana],
        methods: ['solana_signMessage', 'solana_signTransaction'],
        events,
        rpcMap: rpcMap(solana),
      },
      polkadot: {
        chains: [polkadotChain],
        methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
        events,
        rpcMap: rpcMap(polkadotChain),
      },
      bip122: {
        chains: [bitcoin],
        methods: ['signMessage', 'signPsbt', 'sendTransfer', 'getAccountAddresses'],
        events,
        rpcMap: rpcMap(bitcoin),
      },
    }
  }, 60_000)
  afterAll(async () => {
    vi.unstubAllGlobals()
    await devnet?.stop()
  })
  beforeEach(async () => {
    devnet.relay().set('ok')
    ;[page, pocket] = await Promise.all([openPage(devnet.relay().url), createPocket(options)])
    started.push(page, pocket)
  }, 30_000)
  afterEach(async () => {
    await Promise.all(started.splice(0).map(each => each.stop()))
    await soon(() => expect(devnet.relay().holds).toMatchObject({ sockets: 0, subscriptions: 0 }))
    expect(outside).toEqual([])
  }, 30_000)

  const only = (...names: readonly string[]) =>
    Object.fromEntries(Object.entries(asked).filter(([name]) => names.includes(name)))
  const pair = async (names: readonly string[] = Object.keys(asked)) => {
    const { uri, session } = await page.propose(only(...names))
    await pocket.pair(uri)
    return session
  }
  const ask = <Answer>(method: string, params: unknown, chain: string) =>
    page.provider.request<Answer>({ method, params: params as object }, chain)

  it('pairs and grants four namespaces in one session', async () => {
    const session = await pair()
    expect(Object.keys(session.namespaces).toSorted()).toEqual([
      'bip122',
      'eip155',
      'polkadot',
      'solana',
    ])
    expect(session.namespaces.eip155).toMatchObject({
      chains: ['eip155:1', 'eip155:8453'],
      accounts: [`eip155:1:${ada.address}`, `eip155:8453:${ada.address}`],
    })
    expect(session.namespaces.solana?.accounts).toEqual([
      `${solana}:${solanaDevAccounts[0].address}`,
    ])
    expect(session.namespaces.polkadot?.accounts).toEqual([
      `${polkadotChain}:${polkadotDevAccounts[0].address}`,
    ])
    expect(session.namespaces.bip122?.accounts).toEqual([
      `${bitcoin}:${bitcoinAccounts[0].address}`,
    ])
    expect(session.peer.metadata.name).toBe('Pocket')
    expect(JSON.parse(session.sessionProperties?.bip122_getAccountAddresses ?? '')).toMatchObject([
      { address: bitcoinAccounts[0].address },
      { intention: 'ordinal' },
    ])
    await soon(() =>
      expect(pocket.sessions).toMatchObject([
        { topic: session.topic, peer: { name: 'A page', url: 'http://127.0.0.1' } },
      ]),
    )
    expect(pocket.troubles).toEqual([])
  })

  describe('signs for real', () => {
    it('on Ethereum and its kin', async () => {
      await pair()
      const signed = await ask<`0x${string}`>(
        'personal_sign',
        [toHex('hello'), ada.address],
        'eip155:1',
      )
      expect(
        await verifyMessage({ address: ada.address, message: 'hello', signature: signed }),
      ).toBe(true)
      const types = { Hello: [{ name: 'words', type: 'string' }] }
      const typed = {
        domain: { name: 'A page', chainId: 8453 },
        types,
        primaryType: 'Hello',
        message: { words: 'hello' },
      } as const
      const signature = await ask<`0x${string}`>(
        'eth_signTypedData_v4',
        [ada.address, JSON.stringify(typed)],
        'eip155:8453',
      )
      expect(await verifyTypedData({ ...typed, address: ada.address, signature })).toBe(true)
      expect(pocket.calls.map(({ method, chain }) => [method, chain])).toEqual([
        ['personal_sign', 'eip155:1'],
        ['eth_signTypedData_v4', 'eip155:8453'],
      ])
    })

    it('on Solana', async () => {
      await pair()
      const { address } = solanaDevAccounts[0]
      const message = new TextEncoder().encode('hello')
      const { signature } = await ask<{ signature: string }>(
        'solana_signMessage',
        { message: base58.encode(message), pubkey: address },
        solana,
      )
      expect(isSignedBy(address, message, base58.decode(signature))).toBe(true)
      const transfer = await solanaTransfer(devnet, 5n)
      const signed = await ask<{ signature: string; transaction: string }>(
        'solana_signTransaction',
        { transaction: base64.encode(transfer) },
        solana,
      )
      expect(isSignedBy(address, transfer.slice(65), base58.decode(signed.signature))).toBe(true)
      const to = solanaDevAccounts[1].address
      const before = await devnet.ledger('solana').balanceOf(to)
      await devnet
        .ledger('solana')
        .request('sendTransaction', [signed.transaction, { encoding: 'base64' }])
      expect(await devnet.ledger('solana').balanceOf(to)).toBe(before + 5n)
    })

    it('on Polkadot', async () => {
      await pair()
      const { address, publicKey } = polkadotDevAccounts[0]
      const key = hex.decode(publicKey.slice(2))
      const { signature } = await ask<{ signature: string }>(
        'polkadot_signMessage',
        { address, message: 'hello' },
        polkadotChain,
      )
      expect(
        verifySchnorrkel(
          new TextEncoder().encode('<Bytes>hello</Bytes>'),
          hex.decode(signature.slice(2)),
          key,
        ),
      ).toBe(true)
      const method = '0x00000468656c6c6f'
      const transactionPayload = {
        address,
        method,
        signedExtensions: [],
        version: 4,
        era: '0x00',
        nonce: '0x0',
        tip: '0x0',
      }
      const signed = await ask<{ signature: string }>(
        'polkadot_signTransaction',
        { address, transactionPayload },
        polkadotChain,
      )
      // One byte says of what kind the key is.
      expect(signed.signature.slice(0, 4)).toBe('0x01')
      expect(
        verifySchnorrkel(hex.decode(method.slice(2)), hex.decode(signed.signature.slice(4)), key),
      ).toBe(true)
    })

    it('on Bitcoin', async () => {
      await pair()
      const { address, privateKey } = bitcoinAccounts[0]
      for (const protocol of ['ecdsa', 'bip322'] as const) {
        const { signature } = await ask<{ signature: string }>(
          'signMessage',
          { account: address, message: 'hello', protocol },
          bitcoin,
        )
        expect(
          Verifier.verifySignature(address, 'hello', base64.encode(hex.decode(signature))),
        ).toBe(true)
      }
      const [payment, collectibles] = await ask<{ address: string; intention: string }[]>(
        'getAccountAddresses',
        { account: address },
        bitcoin,
      )
      expect([payment?.address, collectibles?.intention]).toEqual([address, 'ordinal'])
      const script = p2wpkh(pubECDSA(hex.decode(privateKey.slice(2))), TEST_NETWORK).script
      const unsigned = new Transaction()
      unsigned.addInput({
        txid: 'a'.repeat(64),
        index: 0,
        witnessUtxo: { script, amount: 10_000n },
      })
      unsigned.addOutput({ script, amount: 9_000n })
      const params = {
        account: address,
        psbt: base64.encode(unsigned.toPSBT()),
        signInputs: [{ address, index: 0 }],
      }
      const { psbt } = await ask<{ psbt: string }>('signPsbt', params, bitcoin)
      const signed = Transaction.fromPSBT(base64.decode(psbt))
      expect(signed.getInput(0).partialSig).toHaveLength(1)
      expect(() => signed.finalize()).not.toThrow()
    })
  })

  it('sends on both EVM chains and on Bitcoin, to the nodes that it was given', async () => {
    await pair()
    for (const chainId of [1, 8453]) {
      const transaction = { from: ada.address, to: bob.address, value: '0x2a' }
      const hash = await ask<`0x${string}`>(
        'eth_sendTransaction',
        [transaction],
        `eip155:${chainId}`,
      )
      const reader = createPublicClient({
        transport: http(devnet.chain(chainId).url),
        pollingInterval: 20,
      })
      expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success')
    }
    const transfer = {
      account: bitcoinAccounts[0].address,
      recipientAddress: bitcoinAccounts[1].address,
      amount: '50000',
    }
    const { txid } = await ask<{ txid: string }>('sendTransfer', transfer, bitcoin)
    await devnet.ledger('bip122').mine(1)
    const found = await soon(async () => {
      const response = await fetch(`${devnet.ledger('bip122').url}/tx/${txid}/status`)
      return (await response.json()) as { readonly confirmed: boolean }
    })
    expect(found.confirmed).toBe(true)
  })

  it('tells what it can, and runs several calls as one', async () => {
    await pair(['eip155'])
    const capabilities = await ask<Record<string, unknown>>(
      'wallet_getCapabilities',
      [ada.address],
      'eip155:1',
    )
    expect(capabilities['0x1']).toEqual({ atomic: { status: 'ready' } })
    const calls = [1n, 2n].map(value => ({ to: bob.address, value: toHex(value) }))
    const request = {
      version: '2.0.0',
      chainId: '0x1',
      from: ada.address,
      atomicRequired: true,
      calls,
    }
    const { id } = await ask<{ id: string }>('wallet_sendCalls', [request], 'eip155:1')
    await soon(async () =>
      expect(await ask('wallet_getCallsStatus', [id], 'eip155:1')).toMatchObject({
        status: 200,
        atomic: true,
      }),
    )
    expect(pocket.calls.filter(({ method }) => method === 'wallet_sendCalls')).toHaveLength(1)
  })

  it('rejects a proposal, and grants the next', async () => {
    pocket.policy = { session_proposal: 'reject' }
    await expect(pair()).rejects.toMatchObject({ code: 5000, message: 'User rejected.' })
    expect([pocket.sessions, devnet.relay().published.refusal]).toEqual([[], 1])
    pocket.policy = 'approve'
    expect((await pair(['solana'])).namespaces).toHaveProperty('solana')
  })

  it('leaves both to its owner, who sees who asks for what', async () => {
    pocket.policy = 'ask'
    const session = pair(['eip155', 'polkadot'])
    const { id, from, chains } = await pocket.waitForRequest('session_proposal')
    expect([from, chains]).toEqual([
      { name: 'A page', url: 'http://127.0.0.1' },
      ['eip155:1', 'eip155:8453', polkadotChain],
    ])
    pocket.approve(id)
    expect(() => pocket.approve(id)).toThrow('No request')
    await session
    const refused = ask('personal_sign', [toHex('hello'), ada.address], 'eip155:1')
    const waiting = await pocket.waitForRequest('personal_sign')
    expect(waiting).toMatchObject({
      chains: ['eip155:1'],
      params: [toHex('hello'), ada.address],
      from: { name: 'A page' },
    })
    expect(pocket.pending).toEqual([waiting])
    pocket.reject(waiting.id)
    await expect(refused).rejects.toMatchObject({ code: 5000 })
    // A read-only request needs no answer of the person.
    expect(await ask('wallet_getCapabilities', [ada.address], 'eip155:1')).toHaveProperty('0x2105')
  })

  it('a WalletConnect wallet follows its policy: late, in its own words, or unrequested', async () => {
    await pair(['eip155'])
    pocket.policy = {
      personal_sign: { delayMs: 300 },
      eth_sendTransaction: { error: { code: -32003, message: 'Transaction rejected' } },
    }
    const beganAt = performance.now()
    await ask('personal_sign', [toHex('hello'), ada.address], 'eip155:1')
    expect(performance.now() - beganAt).toBeGreaterThan(290)
    await expect(
      ask('eth_sendTransaction', [{ from: ada.address }], 'eip155:1'),
    ).rejects.toMatchObject({ code: -32003, message: 'Transaction rejected' })
    const stranger = `eip155:10:${bob.address}`
    pocket.policy = {
      session_proposal: {
        answer: {
          eip155: {
            chains: ['eip155:10'],
            accounts: [stranger],
            methods: ['personal_sign'],
            events: [],
          },
        },
      },
    }
    expect((await pair(['eip155'])).namespaces.eip155?.accounts).toEqual([stranger])
  })

  it('offers some chains alone, and refuses a page that wants none of them', async () => {
    pocket.offer(['eip155:8453', solana])
    expect(Object.entries((await pair()).namespaces).map(([, { chains }]) => chains)).toEqual([
      ['eip155:8453'],
      [solana],
    ])
    // A provider asks again for what an earlier session had.
    await page.stop()
    page = await openPage(devnet.relay().url)
    started.push(page)
    await expect(pair(['bip122'])).rejects.toMatchObject({ code: 5100 })
    expect(() => pocket.offer(['eip155:5'])).toThrow('does not know eip155:5')
  })

  it('shows other accounts, and every page hears of it', async () => {
    const session = await pair(['eip155', 'solana'])
    await pocket.show('eip155', 1, 0)
    await soon(() =>
      expect(page.provider.session?.namespaces.eip155?.accounts.slice(0, 2)).toEqual([
        `eip155:1:${bob.address}`,
        `eip155:1:${ada.address}`,
      ]),
    )
    await soon(() =>
      expect(page.told.filter(([event]) => event === 'accountsChanged')).toEqual([
        ['accountsChanged', [bob.address, ada.address]],
      ]),
    )
    expect(page.provider.session?.namespaces.solana).toEqual(session.namespaces.solana)
    await pocket.show('solana', 2)
    await soon(() =>
      expect(page.provider.session?.namespaces.solana?.accounts).toEqual([
        `${solana}:${solanaDevAccounts[2].address}`,
      ]),
    )
    await expect(pocket.show('solana', 99)).rejects.toThrow('not those: 99')
  })

  it('switches the chain by itself, and when the page asks for it', async () => {
    pocket.offer(['eip155:1'])
    await pair(['eip155'])
    await pocket.switchChain('eip155:8453')
    await soon(() =>
      expect(page.provider.session?.namespaces.eip155?.chains).toEqual(['eip155:1', 'eip155:8453']),
    )
    await soon(() => expect(page.told).toContainEqual(['chainChanged', '8453']))
    await page.provider.client.request({
      topic: page.provider.session?.topic ?? '',
      chainId: 'eip155:8453',
      request: { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] },
    })
    expect(pocket.active('eip155')).toBe('eip155:1')
    await expect(
      page.provider.client.request({
        topic: page.provider.session?.topic ?? '',
        chainId: 'eip155:1',
        request: { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x5' }] },
      }),
    ).rejects.toMatchObject({ code: 4902 })
    await expect(pocket.switchChain('eip155:5')).rejects.toThrow('does not know eip155:5')
  })

  it('changes, extends and pings a session', async () => {
    const { topic, expiry } = await pair()
    await pocket.update(topic, ({ eip155, solana: kept }) => ({
      ...(eip155 && { eip155 }),
      ...(kept && { solana: kept }),
    }))
    await soon(() =>
      expect(Object.keys(page.provider.session?.namespaces ?? {})).toEqual(['eip155', 'solana']),
    )
    await pocket.ping(topic)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    try {
      await pocket.extend(topic)
      await soon(() =>
        expect(page.provider.client.session.get(topic).expiry).toBeGreaterThanOrEqual(expiry + 59),
      )
    } finally {
      vi.useRealTimers()
    }
    await expect(pocket.update('none', namespaces => namespaces)).rejects.toThrow(
      'There is no session none',
    )
  })

  it('hangs up, and hears when the page does', async () => {
    const { topic } = await pair(['eip155'])
    await pocket.disconnect()
    await soon(() =>
      expect(page.told).toContainEqual(['session_delete', expect.objectContaining({ topic })]),
    )
    expect(pocket.sessions).toEqual([])
    const again = await pair(['eip155'])
    await page.provider.disconnect()
    await soon(() =>
      expect(pocket.news).toContainEqual({ name: 'session_delete', topic: again.topic }),
    )
    expect(pocket.sessions).toEqual([])
  })

  it('refuses a link that is none, and one that was used', async () => {
    for (const link of ['', 'https://example.com', 'wc:nonsense'])
      await expect(pocket.pair(link)).rejects.toThrow('That is no link of WalletConnect.')
    await expect(pocket.pair('wc:a@1?bridge=b&key=c')).rejects.toThrow(
      'That is a link of WalletConnect 1, which has ended.',
    )
    const { uri, session } = await page.propose(only('eip155'))
    await pocket.pair(uri)
    await session
    await expect(pocket.pair(uri)).rejects.toThrow('Pairing already exists')
  })

  it('says why it could not approve what was over', async () => {
    pocket.policy = 'ask'
    const session = pair(['eip155'])
    await pocket.waitForRequest()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    try {
      await expect(session).rejects.toMatchObject({ message: expect.stringContaining('expired') })
      await soon(() => expect(pocket.news).toContainEqual({ name: 'proposal_expire' }))
      pocket.approve()
      await soon(() => expect(pocket.troubles).toHaveLength(1))
      expect(pocket.sessions).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  describe('over a relay that fails', () => {
    it('a WalletConnect wallet and its session are back after a cut', async () => {
      await pair(['eip155'])
      expect(devnet.relay().cut()).toBe(2)
      await soon(() => expect(devnet.relay().holds).toMatchObject({ sockets: 2 }))
      expect(await ask('personal_sign', [toHex('hello'), ada.address], 'eip155:1')).toMatch(/^0x/)
    })

    it.each([
      ['request', 'before'],
      ['request', 'after'],
      ['response', 'before'],
      ['response', 'after'],
    ] as const)(
      'a WalletConnect wallet is asked once and answers once when all are cut as the %s arrives, %s it is stored',
      async (phase, when) => {
        await pair(['eip155'])
        const cut = devnet.relay().cutAt(phase, when)
        const signed = ask('personal_sign', [toHex('hello'), ada.address], 'eip155:1')
        await cut
        expect(await signed).toMatch(/^0x/)
        expect(pocket.calls).toHaveLength(1)
      },
    )

    it('reads what came while it was away', async () => {
      await pair(['eip155'])
      devnet.relay().set('down')
      const signed = ask('personal_sign', [toHex('hello'), ada.address], 'eip155:1')
      await soon(() => expect(devnet.relay().holds.sockets).toBe(0))
      devnet.relay().set('ok')
      expect(await signed).toMatch(/^0x/)
    })

    it('reads what came while it was in the background', async () => {
      await pair(['eip155'])
      await pocket.sleep()
      await soon(() => expect(devnet.relay().holds.sockets).toBe(1))
      const signed = ask('personal_sign', [toHex('hello'), ada.address], 'eip155:1')
      await soon(() => expect(devnet.relay().holds.byPhase.request).toBe(1))
      expect(pocket.calls).toEqual([])
      await pocket.wake()
      expect(await signed).toMatch(/^0x/)
      expect(pocket.calls).toHaveLength(1)
    })

    it.each(['garbage', 'nonsense', 'error', 'stall', 'slow'] as const)(
      'signs once when the relay was in the mode %s for a while',
      async mode => {
        await pair(['eip155'])
        const { length } = devnet.relay().requests
        devnet.relay().set(mode, { delayMs: 1_500 })
        const signed = ask('personal_sign', [toHex('hello'), ada.address], 'eip155:1')
        await soon(() => expect(devnet.relay().requests.length).toBeGreaterThan(length))
        devnet.relay().set('ok')
        expect(await signed).toMatch(/^0x/)
        expect(pocket.calls).toHaveLength(1)
      },
    )

    it.each(['twice', 'shuffle'] as const)(
      'pairs and signs once when the relay says things %s',
      async mode => {
        devnet.relay().set(mode)
        await pair()
        expect(await ask('personal_sign', [toHex('hello'), ada.address], 'eip155:1')).toMatch(/^0x/)
        expect([pocket.calls.length, pocket.sessions.length]).toEqual([1, 1])
      },
    )
  })

  it('signs in while pairing, for pages that want it at once', async () => {
    const signing = await createPocket({ ...options, signsIn: true })
    started.push(signing)
    const uri = new Promise<string>(resolve => page.provider.once('display_uri', resolve))
    const done = page.provider.authenticate({
      chains: ['eip155:1'],
      domain: '127.0.0.1',
      nonce: 'abcdefgh',
      uri: 'http://127.0.0.1',
      methods: ['personal_sign'],
    })
    await signing.pair(await uri)
    const { auths } = (await done) as {
      auths?: readonly { s: { s: string }; p: { iss: string } }[]
    }
    expect(auths?.[0]).toMatchObject({
      p: { iss: `did:pkh:eip155:1:${ada.address}` },
      s: { s: expect.stringMatching(/^0x/) },
    })
    await soon(() => expect(signing.sessions).toHaveLength(1))
  })

  it('wants keys for each namespace that it knows a chain of', async () => {
    await expect(createPocket({ ...options, keys: {} })).rejects.toThrow('has no keys of eip155')
  })
})

const isSignedBy = (address: string, message: Uint8Array, signature: Uint8Array): boolean => {
  const key = createPublicKey({
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      x: Buffer.from(base58.decode(address)).toString('base64url'),
    },
    format: 'jwk',
  })
  return verify(null, message, key, signature)
}

/** The first account pays the second: one signature to be made, then the message. */
async function solanaTransfer(devnet: Devnet, lamports: bigint): Promise<Uint8Array> {
  const { value } = (await devnet.ledger('solana').request('getLatestBlockhash')) as {
    readonly value: { readonly blockhash: string }
  }
  const [from, to] = [
    base58.decode(solanaDevAccounts[0].address),
    base58.decode(solanaDevAccounts[1].address),
  ]
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2, 0)
  data.writeBigUInt64LE(lamports, 4)
  const message = [
    1,
    0,
    1,
    3,
    ...from,
    ...to,
    ...new Uint8Array(32),
    ...base58.decode(value.blockhash),
    1,
    2,
    2,
    0,
    1,
    data.length,
    ...data,
  ]
  return Uint8Array.of(1, ...new Uint8Array(64), ...message)
}
