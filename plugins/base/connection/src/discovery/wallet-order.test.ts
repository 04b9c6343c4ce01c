import type { Connector } from '@portico/kernel/connector-kit'
import type { SessionState } from '@portico/kernel/session'
import { walletIdentity } from '@portico/kernel/wallet'
import { describe, expect, it } from 'vitest'
import { puppet } from '../../test/bench.js'
import { settleRows, walletRows } from './wallet-order.js'

const fox = puppet('fox', { name: 'Fox', info: { rdns: 'io.fox', uuid: '1' } })
const foxOther = puppet('fox-other', {
  name: 'Fox',
  namespace: 'other',
  info: { rdns: 'io.fox', uuid: '2' },
})
const owl = puppet('owl', { name: 'Owl', explorerId: 'abc', type: 'INJECTED' })
const far = puppet('far', { name: 'Far', type: 'EXTERNAL' })
const rows = (
  connectors: readonly Connector[],
  recent: readonly string[] = [],
  connections: SessionState['connections'] = {},
  namespace?: string,
  order: readonly string[] = [],
) =>
  walletRows(
    connectors,
    recent.map(id => ({ id, name: id })),
    connections,
    namespace,
    order,
  )
const names = (list: ReturnType<typeof rows>) =>
  list.map(({ wallet, tag }) => `${wallet.name} ${tag}`)
const state = (connector: string, name: 'connected' | 'reconnecting' | 'connecting') => {
  const phase = {
    connected: { name: 'connected' },
    reconnecting: { name: 'reconnecting', deadline: 1 },
    connecting: { name: 'connecting', since: 1 },
  } as const
  return {
    [`tally/${connector}`]: {
      id: `tally/${connector}`,
      namespace: 'tally',
      connector,
      wallet: { name: connector },
      phase: phase[name],
      accounts: [],
    },
  } as SessionState['connections']
}

describe('the wallet list', () => {
  it('[D13] The wallet list has one row per wallet, with its namespaces and connectors', () => {
    const [row, ...rest] = rows([fox, foxOther])
    expect(rest).toEqual([])
    expect(row?.wallet).toMatchObject({
      name: 'Fox',
      rdns: 'io.fox',
      namespaces: ['tally', 'other'],
    })
    expect(row?.wallet.connectors).toEqual([fox, foxOther])
  })
  it.each<[string, Partial<Connector>, string]>([
    ['rdns', { info: { rdns: 'IO.Fox' }, explorerId: 'abc', name: 'Fox' }, 'rdns:io.fox'],
    ['else the id in a directory', { explorerId: 'abc', name: 'Fox' }, 'directory:abc'],
    [
      'else the name, without what eyes pass over',
      { name: ' F\u200Box  Wallet ' },
      'name:foxwallet',
    ],
    ['a name that says nothing counts for nothing', { name: '\u200B' }, 'name:x'],
  ])('[D13] A wallet is identified by its %s', (_, own, identity) => {
    expect(walletIdentity(puppet('x', own))).toBe(identity)
  })
  it('[S5] A wallet with the name of another one is marked and has its own row', () => {
    const fake = puppet('fake', { name: 'Fox', info: { rdns: 'io.fox', uuid: '666' } })
    expect(
      rows([fox, fake]).map(({ wallet, approvalGroups }) => [
        wallet.name,
        wallet.lookAlike,
        approvalGroups[0].connector,
      ]),
    ).toEqual([
      ['Fox', undefined, 'fox'],
      ['Fox', true, 'fake'],
    ])
  })
  it('One approval for several chains is requested through the first of the host’s chains, whatever order the wallet names', () => {
    const approval = {}
    const several = ['other', 'tally'].map(chain =>
      puppet(chain, { name: 'Fox', namespace: chain, approval }),
    )
    const order = ['tally', 'other']
    expect(rows(several, [], {}, undefined, order)[0]?.approvalGroups).toEqual([
      { connector: 'tally', namespaces: order },
    ])
    expect(rows(several, [], {}, 'other', order)[0]?.approvalGroups).toEqual([
      { connector: 'other', namespaces: order },
    ])
  })
  it('Recent wallets come first, newest on top, then the wallets in the page, which are tagged as installed', () => {
    expect(names(rows([far, fox, owl]))).toEqual([
      'Fox installed',
      'Owl installed',
      'Far undefined',
    ])
    expect(names(rows([far, fox, owl], ['directory:abc', 'rdns:io.fox']))).toEqual([
      'Owl recent',
      'Fox recent',
      'Far undefined',
    ])
  })
  it('Wallets in the page are sorted by name, whichever announced itself first; a look-alike is below all others', () => {
    const fake = puppet('fake', { name: 'fox', info: { rdns: 'io.fox', uuid: '666' } })
    const order = (list: readonly Connector[]) =>
      rows(list).map(({ wallet }) => wallet.connectors[0]?.id)
    const afar = puppet('afar', { name: 'Afar', type: 'EXTERNAL' })
    expect(order([fox, owl, fake, far, afar])).toEqual(['fox', 'owl', 'far', 'afar', 'fake'])
    expect(order([owl, far, fox, fake, afar])).toEqual(['fox', 'owl', 'far', 'afar', 'fake'])
  })
  it('A row is tagged as connected or reconnecting', () => {
    expect(
      names(
        rows([fox, owl], ['rdns:io.fox'], {
          ...state('fox', 'connected'),
          ...state('owl', 'reconnecting'),
        }),
      ),
    ).toEqual(['Fox connected', 'Owl reconnecting'])
    expect(names(rows([fox], [], state('fox', 'connecting')))).toEqual(['Fox installed'])
  })
})

describe('the rows of an open view (decision 47)', () => {
  const opened = rows([fox, owl])
  const ids = (list: readonly { wallet: { id: string } }[]) => list.map(({ wallet }) => wallet.id)
  it('Rows keep their places when wallets come later, which are listed apart', () => {
    const settled = settleRows(opened, rows([far, fox, owl], ['directory:abc']))
    expect(ids(settled.fixed)).toEqual(['rdns:io.fox', 'directory:abc'])
    expect(ids(settled.late)).toEqual(['name:far'])
  })
  it('Rows of an open view show the present tags', () => {
    expect(
      settleRows(opened, rows([fox, owl], [], state('fox', 'connected'))).fixed.map(
        ({ tag }) => tag,
      ),
    ).toEqual(['connected', 'installed'])
    expect(settleRows(opened, rows([fox, foxOther, owl])).fixed[0]?.wallet.namespaces).toEqual([
      'tally',
      'other',
    ])
  })
  it('A wallet that goes away keeps its row', () => {
    const settled = settleRows(opened, rows([owl]))
    expect(ids(settled.fixed)).toEqual(['rdns:io.fox', 'directory:abc'])
    expect(settled.fixed.map(({ gone }) => gone)).toEqual([true, false])
  })
})
