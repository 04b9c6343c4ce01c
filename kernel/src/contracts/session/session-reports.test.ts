import { describe, expect, it } from 'vitest'
import type { Read } from '../../refs.js'
import type { Account } from '../account/account.js'
import { type ConnectionState, sessionSlice } from './session.js'
import { connectedAccount } from './session-reports.js'

const account = (namespace: string, address: string): Account => ({
  connection: `w/${namespace}`,
  namespace,
  address,
  type: 'eoa',
})
const connected = (namespace: string, ...addresses: readonly string[]): ConnectionState => ({
  id: `w/${namespace}`,
  namespace,
  connector: 'w',
  wallet: { name: 'W' },
  phase: { name: 'connected' },
  accounts: addresses.map(address => account(namespace, address)),
})

describe('the connected account of an address', () => {
  /** A page with these connections. */
  const readOf = (...connections: readonly ConnectionState[]) => {
    const connectionsById = Object.fromEntries(connections.map(one => [one.id, one]))
    return {
      state: () => ({ ...sessionSlice.initial(), connections: connectionsById }),
    } as unknown as Read
  }
  it('[S24] An address of another chain with the same letters is not the account that sent something', () => {
    const read = readOf(connected('one', 't_ada'), connected('two', 't_ada', 't_bob'))
    expect(connectedAccount(read, 'two:main', 't_ada')).toEqual(account('two', 't_ada'))
    expect(connectedAccount(read, 'one:main', 't_bob')).toBeUndefined()
    expect(connectedAccount(read, 'on:main', 't_ada')).toBeUndefined()
  })
  it('A connection that has ended has no connected account', () => {
    const read = readOf({
      ...connected('one', 't_ada'),
      phase: { name: 'reconnecting' } as ConnectionState['phase'],
    })
    expect(connectedAccount(read, 'one:main', 't_ada')).toBeUndefined()
    expect(connectedAccount(read, 'one:main', undefined)).toBeUndefined()
  })
})
