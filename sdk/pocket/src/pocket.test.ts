import { bitcoinAccounts, polkadotDevAccounts, solanaDevAccounts } from '@portico/devnet'
import { toHex } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import {
  ada,
  ask,
  bitcoin,
  bob,
  devnet,
  only,
  openAnotherPage,
  options,
  page,
  pair,
  pocket,
  polkadotChain,
  setUpBench,
  solana,
  soon,
  started,
} from '../test/bench.js'
import { createPocket } from './index.js'

describe('a wallet that pairs by WalletConnect', { timeout: 60_000 }, () => {
  setUpBench()

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

  it('rejects a proposal, and grants the next proposal', async () => {
    pocket.policy = { session_proposal: 'reject' }
    await expect(pair()).rejects.toMatchObject({ code: 5000, message: 'User rejected.' })
    expect([pocket.sessions, devnet.relay().published.refusal]).toEqual([[], 1])
    pocket.policy = 'approve'
    expect((await pair(['solana'])).namespaces).toHaveProperty('solana')
  })

  it('leaves proposals and requests to its owner, with the page and the chains that they name', async () => {
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

  it('a WalletConnect wallet follows its policy: a late answer, its own error, or an unrequested grant', async () => {
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
    const otherAccount = `eip155:10:${bob.address}`
    pocket.policy = {
      session_proposal: {
        answer: {
          eip155: {
            chains: ['eip155:10'],
            accounts: [otherAccount],
            methods: ['personal_sign'],
            events: [],
          },
        },
      },
    }
    expect((await pair(['eip155'])).namespaces.eip155?.accounts).toEqual([otherAccount])
  })

  it('offers only some chains, and refuses a page that wants none of them', async () => {
    pocket.offer(['eip155:8453', solana])
    expect(Object.entries((await pair()).namespaces).map(([, { chains }]) => chains)).toEqual([
      ['eip155:8453'],
      [solana],
    ])
    // A provider asks again for what an earlier session had.
    await openAnotherPage()
    await expect(pair(['bip122'])).rejects.toMatchObject({ code: 5100 })
    expect(() => pocket.offer(['eip155:5'])).toThrow('does not know eip155:5')
  })

  it('shows other accounts, and notifies every page', async () => {
    const session = await pair(['eip155', 'solana'])
    await pocket.show('eip155', 1, 0)
    await soon(() =>
      expect(page.provider.session?.namespaces.eip155?.accounts.slice(0, 2)).toEqual([
        `eip155:1:${bob.address}`,
        `eip155:1:${ada.address}`,
      ]),
    )
    await soon(() =>
      expect(page.events.filter(([event]) => event === 'accountsChanged')).toEqual([
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

  it('switches the chain by itself, and when the page requests the chain', async () => {
    pocket.offer(['eip155:1'])
    await pair(['eip155'])
    await pocket.switchChain('eip155:8453')
    await soon(() =>
      expect(page.provider.session?.namespaces.eip155?.chains).toEqual(['eip155:1', 'eip155:8453']),
    )
    await soon(() => expect(page.events).toContainEqual(['chainChanged', '8453']))
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

  it('notifies subscribers of another account or chain before the sessions have answered', async () => {
    await pair(['eip155'])
    const seen: unknown[] = []
    pocket.subscribe(() => seen.push([pocket.shown('eip155'), pocket.active('eip155')]))
    devnet.relay().set('stall')
    const shows = pocket.show('eip155', 1)
    const switches = pocket.switchChain('eip155:8453')
    await soon(() => expect(seen).toContainEqual([[1], 'eip155:8453']))
    expect(seen[0]).toEqual([[1], 'eip155:1'])
    devnet.relay().set('ok')
    await Promise.all([shows, switches])
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

  it('disconnects, and is notified when the page disconnects', async () => {
    const { topic } = await pair(['eip155'])
    await pocket.disconnect()
    await soon(() =>
      expect(page.events).toContainEqual(['session_delete', expect.objectContaining({ topic })]),
    )
    expect(pocket.sessions).toEqual([])
    const again = await pair(['eip155'])
    await page.provider.disconnect()
    await soon(() =>
      expect(pocket.news).toContainEqual({ name: 'session_delete', topic: again.topic }),
    )
    expect(pocket.sessions).toEqual([])
  })

  it('refuses a malformed link, and a link that was used', async () => {
    for (const link of ['', 'https://example.com', 'wc:nonsense'])
      await expect(pocket.pair(link)).rejects.toThrow('That is not a WalletConnect link.')
    await expect(pocket.pair('wc:a@1?bridge=b&key=c')).rejects.toThrow(
      'That is a WalletConnect 1 link, and WalletConnect 1 has been shut down.',
    )
    const { uri, session } = await page.propose(only('eip155'))
    await pocket.pair(uri)
    await session
    await expect(pocket.pair(uri)).rejects.toThrow('Pairing already exists')
  })

  it('keeps the error of an approval whose proposal has expired', async () => {
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

  it('signs in while pairing when the page requests both at once', async () => {
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

  it('refuses to start without keys for a namespace of its chains', async () => {
    await expect(createPocket({ ...options, keys: {} })).rejects.toThrow('has no keys of eip155')
  })
})
