import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RequestedNamespaces } from '../options.js'
import { readMemory } from '../sessions/saved-sessions.js'
import { keptSession, readSession } from './paired-session.js'

const requested: RequestedNamespaces = {
  tally: {
    chains: ['tally:main', 'tally:side'],
    methods: ['tally_sign'],
    events: ['chainChanged'],
  },
  abacus: { chains: ['abacus:main'], methods: [], events: [] },
}
const topic = 'a'.repeat(64)
const granted = (accounts: readonly unknown[], rest: object = {}) => ({
  accounts,
  methods: ['tally_sign'],
  events: [],
  ...rest,
})
const session = (namespaces: unknown, rest: object = {}) => ({
  topic,
  expiry: 1_900_000_000,
  namespaces,
  peer: { metadata: { name: 'Pocket', icons: [] } },
  ...rest,
})
const read = (found: unknown) => {
  const reported: { code?: string }[] = []
  try {
    return {
      session: readSession(found, requested, error => void reported.push(error as never)),
      reported: reported.map(({ code }) => code),
    }
  } catch (error) {
    return { code: (error as { code?: string }).code, reported: reported.map(({ code }) => code) }
  }
}

describe('an approved session', () => {
  it('an approved session is read by namespace, whether the wallet names a namespace or its networks', () => {
    const found = read(
      session({
        tally: granted(['tally:main:t_ada']),
        'tally:side': granted(['tally:side:t_bob'], { methods: ['tally_send'] }),
      }),
    )
    expect(found).toEqual({
      session: {
        topic,
        expiresAt: 1_900_000_000_000,
        namespaces: {
          tally: {
            accounts: ['tally:main:t_ada', 'tally:side:t_bob'],
            networks: ['tally:main', 'tally:side'],
            methods: ['tally_sign', 'tally_send'],
          },
        },
        wallet: { name: 'Pocket' },
      },
      reported: [],
    })
  })
  it.each([
    [
      'a namespace that was not requested',
      { tally: granted(['tally:main:t_ada']), doge: granted(['doge:main:x']) },
      'SESSION_NAMESPACE',
    ],
    [
      'accounts of a network that was not requested',
      { tally: granted(['tally:main:t_ada', 'tally:else:t_eve']) },
      'SESSION_NETWORK',
    ],
    [
      'a network that was not requested',
      { tally: granted(['tally:main:t_ada'], { chains: ['tally:main', 'tally:else'] }) },
      'SESSION_NETWORK',
    ],
  ])('[S35] an approved session leaves out and reports %s', (_what, namespaces, code) => {
    const found = read(session(namespaces))
    expect(found.reported).toEqual([code])
    expect(found.session?.namespaces).toEqual({
      tally: { accounts: ['tally:main:t_ada'], networks: ['tally:main'], methods: ['tally_sign'] },
    })
  })
  it.each([
    ['nothing', undefined, 'SESSION_MALFORMED'],
    [
      'an invalid topic',
      session({ tally: granted(['tally:main:t_ada']) }, { topic: 'x' }),
      'SESSION_MALFORMED',
    ],
    [
      'an invalid expiry',
      session({ tally: granted(['tally:main:t_ada']) }, { expiry: 'soon' }),
      'SESSION_MALFORMED',
    ],
    ['accounts that are not strings', session({ tally: granted([1]) }), 'SESSION_MALFORMED'],
    [
      'more accounts than the limit',
      session({ tally: granted(Array(513).fill('tally:main:t_ada')) }),
      'SESSION_MALFORMED',
    ],
    ['an account without a network', session({ tally: granted(['t_ada']) }), 'SESSION_ACCOUNT'],
    [
      'an account with too many parts',
      session({ tally: granted(['tally:main:t_ada:x']) }),
      'SESSION_ACCOUNT',
    ],
    [
      'an account of another namespace',
      session({ tally: granted(['abacus:main:a']) }),
      'SESSION_ACCOUNT',
    ],
    [
      'an account of another network',
      session({ 'tally:side': granted(['tally:main:t_ada']) }),
      'SESSION_ACCOUNT',
    ],
    [
      'an account with markup in it',
      session({ tally: granted(['tally:main:<b>']) }),
      'SESSION_ACCOUNT',
    ],
    [
      'accounts on strange networks only',
      session({ tally: granted(['tally:else:t_eve']) }),
      'SESSION_EMPTY',
    ],
    ['no account', session({ tally: granted([]) }), 'SESSION_EMPTY'],
    ['no namespace', session({}), 'SESSION_EMPTY'],
    [
      'a namespace with the name of an inherited property',
      session({ constructor: granted(['tally:main:t_ada']) }),
      'SESSION_EMPTY',
    ],
  ])('[S35] an approved session is rejected with %s', (_what, found, code) => {
    expect(read(found).code).toBe(code)
  })
  it('an approved session shows the wallet under a cleaned name, and its picture only from an allowed source', () => {
    const peer = {
      metadata: {
        name: '\u202eevil\u0000 ',
        icons: ['javascript:alert(1)', 'http://x.example/a.png', 'https://x.example/a.png'],
      },
    }
    expect(
      read(session({ tally: granted(['tally:main:t_ada']) }, { peer })).session?.wallet,
    ).toEqual({ name: 'evil', imageUrl: 'https://x.example/a.png' })
    expect(
      read(session({ tally: granted(['tally:main:t_ada']) }, { peer: 'unknown' })).session?.wallet,
    ).toEqual({ name: 'WalletConnect' })
  })
  it('[S13] an approved session is restored from storage unchanged, and any other stored value is ignored', () => {
    const { session: kept } = read(
      session({ tally: granted(['tally:main:t_ada']) }, { sessionProperties: { a: 'b' } }),
    )
    expect(keptSession(JSON.parse(JSON.stringify(kept)))).toEqual(kept)
    expect(keptSession({ ...kept, topic: '../x' })).toBeUndefined()
    expect(
      keptSession({ ...kept, wallet: { name: 'x', imageUrl: 'javascript:alert(1)' } }),
    ).toBeUndefined()
    expect(
      readMemory({ sessions: [kept, null, 7], uses: { tally: topic, abacus: topic, other: 'x' } }),
    ).toEqual({ sessions: [kept], uses: { tally: topic } })
  })
  it('[S13] reading an approved session throws only named errors', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (namespaces, rest) => {
        readMemory({ sessions: [namespaces], uses: rest })
        readMemory(rest)
        const { session: kept, code } = read(session(namespaces, Object(rest)))
        expect(kept !== undefined || /^SESSION_/.test(code ?? '')).toBe(true)
      }),
    )
  })
})
