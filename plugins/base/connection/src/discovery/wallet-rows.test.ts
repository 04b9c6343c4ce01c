import { type Connector, type SessionState, walletIdentity } from '@portico/kernel/contracts'
import { describe, expect, it } from 'vitest'
import { puppet } from '../../test/bench.js'
import { settleRows, walletRows } from './wallet-rows.js'

const fox = puppet('fox', { name: 'Fox', info: { rdns: 'io.fox', uuid: '1' } })
const foxOther = puppet('fox-other', { name: 'Fox', chain: 'other', info: { rdns: 'io.fox', uuid: '2' } })
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
const names = (list: ReturnType<typeof rows>) => list.map(({ wallet, tag }) => `${wallet.name} ${tag}`)
const state = (connector: string, name: 'connected' | 'reconnecting' | 'connecting') => {
  const phase = { connected: { name: 'connected' }, reconnecting: { name: 'reconnecting', deadline: 1 }, connecting: { name: 'connecting', since: 1 } } as const
  return {
    [`tally/${connector}`]: { id: `tally/${connector}`, namespace: 'tally', connector, wallet: { name: connector }, phase: phase[name], accounts: [] },
  } as SessionState['connections']
}

describe('the wallet list', () => {
  it('[D13] has one row per wallet, with its namespaces and its ways beneath it', () => {
    const [row, ...rest] = rows([fox, foxOther])
    expect(rest).toEqual([])
    expect(row?.wallet).toMatchObject({ name: 'Fox', rdns: 'io.fox', namespaces: ['tally', 'other'] })
    expect(row?.wallet.connectors).toEqual([fox, foxOther])
  })
  it.each<[string, Partial<Connector>, string]>([
    ['rdns', { info: { rdns: 'IO.Fox' }, explorerId: 'abc', name: 'Fox' }, 'rdns:io.fox'],
    ['else the id in a directory', { explorerId: 'abc', name: 'Fox' }, 'directory:abc'],
    ['else the name, without what eyes pass over', { name: ' F\u200Box  Wallet ' }, 'name:foxwallet'],
    ['a name that says nothing counts for nothing', { name: '\u200B' }, 'name:x'],
  ])('[D13] knows a wallet by its %s', (_, own, identity) => {
    expect(walletIdentity(puppet('x', own))).toBe(identity)
  })
  it('[S5] marks a wallet that calls itself like another, and lists it apart', () => {
    const fake = puppet('fake', { name: 'Fox', info: { rdns: 'io.fox', uuid: '666' } })
    expect(rows([fox, fake]).map(({ wallet, approvalGroups }) => [wallet.name, wallet.lookAlike, approvalGroups[0].connector])).toEqual([
      ['Fox', undefined, 'fox'],
      ['Fox', true, 'fake'],
    ])
  })
  it('takes one approval for several chains through the first of the host’s, whichever of them the wallet named first', () => {
    const approval = {}
    const several = ['other', 'tally'].map(chain => puppet(chain, { name: 'Fox', chain, approval }))
    const order = ['tally', 'other']
    expect(rows(several, [], {}, undefined, order)[0]?.approvalGroups).toEqual([{ connector: 'tally', namespaces: order }])
    expect(rows(several, [], {}, 'other', order)[0]?.approvalGroups).toEqual([{ connector: 'other', namespaces: order }])
  })
  it('puts recent wallets first, newest on top, then those in the page, and says of the others that they are installed where they stand in the page', () => {
    expect(names(rows([far, fox, owl]))).toEqual(['Fox installed', 'Owl installed', 'Far undefined'])
    expect(names(rows([far, fox, owl], ['directory:abc', 'rdns:io.fox']))).toEqual(['Owl recent', 'Fox recent', 'Far undefined'])
  })
  it('has those in the page in one order, whichever came first; a look-alike is below all others', () => {
    const fake = puppet('fake', { name: 'fox', info: { rdns: 'io.fox', uuid: '666' } })
    const order = (list: readonly Connector[]) => rows(list).map(({ wallet }) => wallet.connectors[0]?.id)
    const afar = puppet('afar', { name: 'Afar', type: 'EXTERNAL' })
    expect(order([fox, owl, fake, far, afar])).toEqual(['fox', 'owl', 'far', 'afar', 'fake'])
    expect(order([owl, far, fox, fake, afar])).toEqual(['fox', 'owl', 'far', 'afar', 'fake'])
  })
  it('says what is connected or on its way back', () => {
    expect(names(rows([fox, owl], ['rdns:io.fox'], { ...state('fox', 'connected'), ...state('owl', 'reconnecting') }))).toEqual([
      'Fox connected',
      'Owl reconnecting',
    ])
    expect(names(rows([fox], [], state('fox', 'connecting')))).toEqual(['Fox installed'])
  })
})

describe('the rows of an open view (decision 47)', () => {
  const opened = rows([fox, owl])
  const ids = (list: readonly { wallet: { id: string } }[]) => list.map(({ wallet }) => wallet.id)
  it('keep their places when others come, and name those apart', () => {
    const settled = settleRows(opened, rows([far, fox, owl], ['directory:abc']))
    expect(ids(settled.fixed)).toEqual(['rdns:io.fox', 'directory:abc'])
    expect(ids(settled.late)).toEqual(['name:far'])
  })
  it('show what became of each since', () => {
    expect(settleRows(opened, rows([fox, owl], [], state('fox', 'connected'))).fixed.map(({ tag }) => tag)).toEqual(['connected', 'installed'])
    expect(settleRows(opened, rows([fox, foxOther, owl])).fixed[0]?.wallet.namespaces).toEqual(['tally', 'other'])
  })
  it('keep the place of a wallet that went away', () => {
    const settled = settleRows(opened, rows([owl]))
    expect(ids(settled.fixed)).toEqual(['rdns:io.fox', 'directory:abc'])
    expect(settled.fixed.map(({ gone }) => gone)).toEqual([true, false])
  })
})
