import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../test/vectors.js'
import type { Connector } from '../connector-kit/connector.js'
import { groupWallets, walletIdentity } from './wallet.js'

type Given = Partial<Connector> & { readonly rdns?: string; readonly uuid?: string }
/** A way to a wallet. `e` and `s` stand for two namespaces. */
function connector({ rdns, uuid, ...given }: Given): Connector {
  const chain = given.namespace ?? 'e'
  const name = given.name ?? 'Fox'
  return {
    id: `${chain}/${uuid ?? rdns ?? name}/${given.type ?? 'ANNOUNCED'}`,
    name,
    type: 'ANNOUNCED',
    namespace: chain,
    ...((rdns || uuid) && { info: { ...(rdns && { rdns }), ...(uuid && { uuid }) } }),
    connect: () => Promise.reject(new Error('not called here')),
    restore: () => Promise.resolve(undefined),
    ...given,
  }
}
const phantom: Given = { rdns: 'app.phantom', name: 'Phantom' }
/**
 * What the list looks like: a line per row, `!` where it is marked, `?` where another row has its
 * name, the namespaces and types beneath it.
 */
const list = (...given: Given[]) =>
  groupWallets(given.map(connector)).map(
    ({ name, lookAlike, sharesName, connectors }) =>
      `${lookAlike ? '!' : ''}${sharesName ? '?' : ''}${name}: ${connectors.map(({ namespace, type }) => namespace + (type === 'ANNOUNCED' ? '' : ` ${type}`)).join(', ')}`,
  )

describe('the identity of a wallet', () => {
  it.each([
    [{ rdns: 'io.fox', explorerId: 'c57c', name: 'Fox' }, 'rdns:io.fox'],
    [{ rdns: 'IO.Fox' }, 'rdns:io.fox'],
    [{ explorerId: 'c57c', name: 'Fox' }, 'directory:c57c'],
    [{ name: 'Fox Wallet' }, 'name:foxwallet'],
    [{ name: 'F\u200box' }, 'name:fox'],
    [{ name: 'ＦＯＸ' }, 'name:fox'],
    [{ name: ' fox! ' }, 'name:fox'],
    [{ name: 'io.fox' }, 'name:iofox'],
    [{ name: 'Zażółć 日本! e\u0301' }, 'name:zażółć日本é'],
    [{ name: '🦊', id: 'e/1' }, 'name:e/1'],
  ] as const)(
    '[D13] The identity of the wallet %j is %s: rdns, else directory id, else normalised name',
    (given, identity) => {
      expect(walletIdentity(connector(given))).toBe(identity)
    },
  )
})

describe('the list of wallets', () => {
  it.each<[string, Given[], string[]]>([
    ['nothing', [], []],
    [
      'different wallets',
      [
        { rdns: 'io.fox', name: 'Fox' },
        { rdns: 'io.owl', name: 'Owl' },
      ],
      ['Fox: e', 'Owl: e'],
    ],
    [
      'one rdns in two namespaces',
      [{ rdns: 'io.fox' }, { rdns: 'io.fox', namespace: 's' }],
      ['Fox: e, s'],
    ],
    [
      'one rdns with two names in two namespaces',
      [{ rdns: 'io.fox' }, { rdns: 'io.fox', namespace: 's', name: 'Fox Wallet' }],
      ['Fox: e, s'],
    ],
    [
      'one directory id in two namespaces',
      [{ explorerId: 'c57c' }, { explorerId: 'c57c', namespace: 's', name: 'Fox Mobile' }],
      ['Fox: e, s'],
    ],
    [
      'one name in two namespaces',
      [{ name: 'Fox' }, { name: 'fox', namespace: 's' }],
      ['Fox: e, s'],
    ],
    [
      'a known rdns here and only its name there',
      [phantom, { name: 'phantom', namespace: 's' }],
      ['Phantom: e, s'],
    ],
    [
      'only a name here and its known rdns there',
      [{ name: 'Phantom', namespace: 's' }, phantom],
      ['Phantom: s, e'],
    ],
    [
      'an rdns made of the name here, and only the name there',
      [{ rdns: 'org.fox' }, { namespace: 's' }],
      ['?Fox: e', '?Fox: s'],
    ],
    [
      'only a name here, and an rdns made of it there',
      [{ namespace: 's' }, { rdns: 'org.fox' }],
      ['?Fox: s', '?Fox: e'],
    ],
    [
      'the known rdns of another name',
      [
        { name: 'Glow', namespace: 's' },
        { ...phantom, name: 'Glow' },
      ],
      ['?Glow: s', '?Glow: e'],
    ],
    [
      'the name of a known wallet with another rdns',
      [
        { name: 'Phantom', namespace: 's' },
        { rdns: 'org.phantom', name: 'Phantom' },
      ],
      ['?Phantom: s', '?Phantom: e'],
    ],
    [
      'a directory id here and only a name there',
      [{ explorerId: 'c57c' }, { namespace: 's' }],
      ['?Fox: e', '?Fox: s'],
    ],
    [
      'only names on two chains, and their known rdns on a third',
      [{ name: 'Phantom', namespace: 's' }, phantom, { name: 'Phantom', namespace: 'b' }],
      ['Phantom: s, e, b'],
    ],
    [
      'only names on two chains, and an rdns made of the name on a third',
      [{ namespace: 's' }, { rdns: 'org.fox' }, { namespace: 'b' }],
      ['?Fox: s, b', '?Fox: e'],
    ],
    [
      'two transports of one rdns in one namespace',
      [
        { rdns: 'io.fox' },
        { rdns: 'io.fox', type: 'EXTERNAL' },
        { rdns: 'io.fox', type: 'MULTI_CHAIN' },
      ],
      ['Fox: e, e EXTERNAL, e MULTI_CHAIN'],
    ],
    [
      'an rdns in two namespaces, with the name of another in one of them',
      [
        { name: 'Phantom', namespace: 's' },
        phantom,
        { ...phantom, namespace: 'b', name: 'Phantom Bitcoin' },
      ],
      ['Phantom: s, e, b'],
    ],
    [
      'an announced wallet with the name of ours, before ours',
      [
        { rdns: 'io.evil', name: 'WalletConnect' },
        { type: 'EXTERNAL', name: 'WalletConnect' },
        { type: 'EXTERNAL', name: 'WalletConnect', namespace: 's' },
      ],
      ['!WalletConnect: e', 'WalletConnect: e EXTERNAL, s EXTERNAL'],
    ],
    [
      'an announced wallet with the name of ours and no rdns, after ours',
      [
        { type: 'EXTERNAL', name: 'WalletConnect' },
        { name: 'Wallet-Connect', namespace: 's' },
      ],
      ['WalletConnect: e EXTERNAL', '!Wallet-Connect: s'],
    ],
    [
      'an announced wallet with the name of a way in by e-mail',
      [{ name: 'Google' }, { name: 'Google', type: 'AUTH' }],
      ['!Google: e', 'Google: e AUTH'],
    ],
    [
      'a name in two alphabets that look alike',
      [
        { rdns: 'io.fox', name: 'MetaM\u0430sk' },
        { name: 'W\u0430lletConnect', namespace: 's' },
        { name: 'Кошелёк' },
        { name: 'Zażółć 日本' },
      ],
      ['!MetaM\u0430sk: e', '!W\u0430lletConnect: s', 'Кошелёк: e', 'Zażółć 日本: e'],
    ],
    [
      'a second announcement of one rdns with another uuid',
      [
        { rdns: 'io.fox', uuid: '1' },
        { rdns: 'io.fox', uuid: '2', name: 'Not Fox' },
      ],
      ['Fox: e', '!Not Fox: e'],
    ],
    [
      'an equal name from another uuid and rdns',
      [
        { rdns: 'io.fox', uuid: '1' },
        { rdns: 'io.evil', uuid: '2' },
      ],
      ['Fox: e', '!Fox: e'],
    ],
    [
      'an equal name but for what eyes pass over',
      [
        { rdns: 'io.fox', uuid: '1' },
        { rdns: 'io.evil', uuid: '2', name: 'F\u200box' },
      ],
      ['Fox: e', '!F\u200box: e'],
    ],
    [
      'an equal name with another rdns in another namespace',
      [{ rdns: 'io.fox' }, { rdns: 'io.evil', namespace: 's' }],
      ['Fox: e', '!Fox: s'],
    ],
    [
      'an equal name with another directory id',
      [{ explorerId: 'c57c' }, { explorerId: 'beef', namespace: 's' }],
      ['Fox: e', '!Fox: s'],
    ],
    [
      'an equal directory id with another rdns',
      [
        { explorerId: 'c57c', rdns: 'io.fox' },
        { explorerId: 'c57c', rdns: 'io.evil', name: 'Evil', namespace: 's' },
      ],
      ['Fox: e', '!Evil: s'],
    ],
    [
      'two of one name and one type in one namespace, without uuid',
      [{ id: '1' }, { id: '2' }],
      ['Fox: e', '!Fox: e'],
    ],
    [
      'a repeated uuid with another name and provider',
      [
        { rdns: 'io.fox', uuid: '1' },
        { rdns: 'io.owl', uuid: '1', name: 'Owl', id: 'other' },
      ],
      ['Fox: e'],
    ],
    [
      'a repeated uuid in another namespace',
      [
        { rdns: 'io.fox', uuid: '1' },
        { rdns: 'io.fox', uuid: '1', namespace: 's' },
      ],
      ['Fox: e, s'],
    ],
    ['a repeated connector id', [{ id: '1' }, { id: '1', name: 'Owl' }], ['Fox: e']],
    [
      'a name that is the rdns of another',
      [{ rdns: 'io.fox' }, { name: 'io.fox', namespace: 's' }],
      ['Fox: e', 'io.fox: s'],
    ],
    [
      'names of nothing but drawings',
      [
        { name: '🦊', id: '1' },
        { name: '🦉', id: '2' },
      ],
      ['🦊: e', '🦉: e'],
    ],
    [
      'what follows a look-alike',
      [
        { rdns: 'io.fox', uuid: '1' },
        { rdns: 'io.evil', uuid: '2' },
        { rdns: 'io.evil', namespace: 's', name: 'Evil' },
      ],
      ['Fox: e', '!Fox: e', 'Evil: s'],
    ],
  ])('[D13] [S5] the wallet list has the expected rows for %s', (_, given, rows) => {
    expect(list(...given)).toEqual(rows)
  })

  it('[D13] A row of the wallet list joins what the connectors of the wallet know', () => {
    const [wallet, ...others] = groupWallets([
      connector({ name: 'Fox', namespace: 's', explorerId: 'c57c' }),
      connector({
        name: 'Fox',
        rdns: 'io.fox',
        uuid: '1',
        imageUrl: 'data:image/png;base64,AA',
        explorerId: 'c57c',
      }),
      connector({
        name: 'Fox',
        rdns: 'io.fox',
        imageUrl: 'data:image/png;base64,BB',
        imageId: 'pic',
        type: 'MULTI_CHAIN',
      }),
    ])
    expect(others).toEqual([])
    expect(wallet).toMatchObject({
      id: 'rdns:io.fox',
      name: 'Fox',
      rdns: 'io.fox',
      explorerId: 'c57c',
      imageUrl: 'data:image/png;base64,AA',
      imageId: 'pic',
      namespaces: ['s', 'e'],
    })
    expect(wallet).not.toHaveProperty('lookAlike')
  })

  it('[S5] 50 announcements of one uuid leave the provider of the first', () => {
    const providers = Array.from({ length: 50 }, () => ({}))
    const wallets = groupWallets(
      providers.map((provider, index) =>
        connector({ id: `e/${index}`, rdns: 'io.fox', uuid: '1', provider }),
      ),
    )
    expect(wallets).toHaveLength(1)
    expect(wallets[0]?.connectors.map(({ provider }) => provider)).toEqual([providers[0]])
    expect(wallets[0]?.connectors[0]?.provider).toBe(providers[0])
  })

  it('[S5] 50 announcements of one rdns from 50 uuids are 50 rows: the first keeps its provider, 49 are marked, no two have one id', () => {
    const providers = Array.from({ length: 50 }, () => ({}))
    const wallets = groupWallets(
      providers.map((provider, index) =>
        connector({ rdns: 'io.fox', uuid: String(index), provider }),
      ),
    )
    expect(wallets.map(({ connectors }) => connectors[0]?.provider)).toEqual(providers)
    expect(wallets.map(({ connectors }) => connectors.length)).toEqual(providers.map(() => 1))
    expect(wallets.map(({ lookAlike }) => lookAlike ?? false)).toEqual([
      false,
      ...Array.from({ length: 49 }, () => true),
    ])
    expect(new Set(wallets.map(({ id }) => id)).size).toBe(50)
  })

  const some = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
  const anyConnectors = fc.array(
    fc.record({
      name: fc.constantFrom('Phantom', 'phantom', 'Owl', 'app.phantom', '🦊'),
      rdns: some('app.phantom', 'io.owl', 'org.phantom'),
      uuid: some('1', '2', '3'),
      explorerId: some('c57c', 'beef'),
      chain: fc.constantFrom('e', 's'),
      type: fc.constantFrom('ANNOUNCED', 'EXTERNAL'),
      id: fc.constantFrom(...'abcdefghij'),
    }),
    { maxLength: 12 },
  )
  const toConnectors = (given: readonly Record<string, string | undefined>[]) =>
    given.map(fields =>
      connector(
        Object.fromEntries(
          Object.entries(fields).filter(([, value]) => value !== undefined),
        ) as Given,
      ),
    )

  it('[D13] [S5] The wallet list of any connectors, in any order, loses and repeats no wallet and mixes no two rdns in a row', () => {
    fc.assert(
      fc.property(anyConnectors, given => {
        const all = toConnectors(given)
        const wallets = groupWallets(all)
        const listed = wallets.flatMap(wallet => wallet.connectors)
        expect(new Set(listed).size).toBe(listed.length)
        expect(new Set(wallets.map(({ id }) => id)).size).toBe(wallets.length)
        for (const [index, { id, namespace: chain, info }] of all.entries()) {
          const repeats = all
            .slice(0, index)
            .some(
              other =>
                other.id === id ||
                (info?.uuid && other.namespace === chain && other.info?.uuid === info.uuid),
            )
          if (!repeats) expect(listed.map(other => other.id)).toContain(id)
        }
        for (const { connectors, namespaces, lookAlike } of wallets) {
          expect(new Set(connectors.map(({ namespace, type }) => namespace + type)).size).toBe(
            connectors.length,
          )
          expect(
            new Set(connectors.flatMap(({ info }) => info?.rdns ?? [])).size,
          ).toBeLessThanOrEqual(1)
          expect(namespaces).toEqual([...new Set(connectors.map(({ namespace }) => namespace))])
          if (lookAlike) expect(connectors).toHaveLength(1)
        }
        if (all.every(({ type }) => type === 'ANNOUNCED'))
          expect(wallets[0]?.lookAlike).toBeUndefined()
        for (const { connectors, lookAlike } of wallets)
          if (connectors.some(({ type }) => type === 'EXTERNAL'))
            expect(lookAlike && connectors[0]?.type).not.toBe('ANNOUNCED')
      }),
      { numRuns: 1000 },
    )
  })

  it('[S5] A later announcement never changes the earlier rows or whether they are marked', () => {
    fc.assert(
      fc.property(anyConnectors, given => {
        const all = toConnectors(
          given.map((fields, index) =>
            index === given.length - 1 ? { ...fields, type: 'ANNOUNCED' } : fields,
          ),
        )
        const before = groupWallets(all.slice(0, -1))
        const after = groupWallets(all)
        expect(after.length - before.length).toBeLessThanOrEqual(1)
        before.forEach((wallet, index) => {
          expect(after[index]?.connectors.slice(0, wallet.connectors.length)).toEqual(
            wallet.connectors,
          )
          expect(after[index]?.lookAlike).toBe(wallet.lookAlike)
        })
      }),
      { numRuns: 1000 },
    )
  })

  it('10,000 announcements are listed in about a second', () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      connector({
        name: index % 2 ? 'Fox' : `Fox ${index}`,
        rdns: `io.fox${index}`,
        uuid: String(index),
      }),
    )
    // Of the processor's time: a machine that does other things besides is no fault of ours.
    const start = process.cpuUsage()
    expect(groupWallets(many)).toHaveLength(10_000)
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1_000).toBeLessThan(1_500)
  })
})

describe.skipIf(!hasVectors)('public EIP-6963 vectors', () => {
  const { cases } = vectors<{
    name: string
    info: { uuid: string; name: string; rdns: string; duplicateUuid?: boolean }
  }>('eip6963-provider-info')
  const row = (name: string) =>
    connector({ ...cases.find(row => row.name === name)?.info, id: name })
  const known = connector({
    name: 'MetaMask',
    rdns: 'io.metamask',
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
  })
  const other = connector({
    name: 'MetaMask',
    rdns: 'io.metamask',
    uuid: '7a0c7a0c-19fa-4704-a166-e52e178b59d2',
    id: 'known',
  })

  it('[S5] The second announcement of a uuid is ignored', () => {
    expect(
      groupWallets([known, row('same uuid twice, other provider')]).map(({ name }) => name),
    ).toEqual(['MetaMask'])
  })

  it('[S5] The second announcement of an rdns is kept apart and marked', () => {
    expect(groupWallets([known, row('same rdns, other uuid')])).toMatchObject([
      { connectors: [known] },
      { name: 'Not MetaMask', lookAlike: true },
    ])
  })

  it('[S5] A wallet that copies a known name with a zero-width space in it is marked as a look-alike', () => {
    expect(groupWallets([other, row('name zero width')])).toMatchObject([
      { connectors: [other] },
      { lookAlike: true },
    ])
  })
})
