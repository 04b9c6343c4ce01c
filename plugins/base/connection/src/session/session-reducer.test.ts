import type { ConnectionId } from '@portico/kernel/account'
import type { NetworkId } from '@portico/kernel/chain'
import type { ConnectionPhase, ConnectionState, SessionState } from '@portico/kernel/session'
import { ModalError, message } from '@portico/kernel/text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { main, reportOf, side, wild } from '../../test/bench.js'
import type { SessionEvent } from './session-events.js'
import { type HostChains, isConnected, phaseOf, reduceSession } from './session-reducer.js'

const ada = 'tally/ada'
const eve = 'tally/eve'
const bob = 'bbb/bob'
const far = 'bbb:main'
const chains: HostChains = { first: 'tally', isUsable: network => network !== wild }
const problem = message('test', 'No.')
const error = new ModalError('UNREACHABLE', { userMessage: problem })
const declined = new ModalError('DECLINED', { userMessage: problem })
const newConnection = (id: ConnectionId) => {
  const [namespace = '', connector = ''] = id.split('/')
  return { id, namespace, connector, wallet: { name: connector } }
}
const phases = {
  disconnected: { name: 'disconnected' },
  connecting: { name: 'connecting', since: 1 },
  reconnecting: { name: 'reconnecting', deadline: 2 },
  connected: { name: 'connected' },
  failed: { name: 'failed', problem, declined: false },
} as const satisfies Record<ConnectionPhase['name'], ConnectionPhase>
type PhaseName = keyof typeof phases
const networkOf = (id: ConnectionId): NetworkId => (id === bob ? far : main)
const reportFor = (id: ConnectionId, network = networkOf(id)) =>
  reportOf([`t_${id.split('/')[1]}`], network)

/**
 * A session in which each of these connections has this phase, deeply frozen: a reducer that writes
 * into it throws.
 */
function sessionWith(
  given: Readonly<Partial<Record<ConnectionId, PhaseName>>>,
  more: Partial<SessionState> = {},
): SessionState {
  const present = (Object.entries(given) as [ConnectionId, PhaseName][]).filter(
    ([, name]) => name !== 'disconnected',
  )
  const connections = present.map(([id, name]): [ConnectionId, ConnectionState] => {
    const accounts = reportFor(id).accounts.map(account => ({ ...account, connection: id }))
    const live = { accounts, address: accounts[0]?.address ?? '', network: networkOf(id) }
    return [
      id,
      {
        ...newConnection(id),
        phase: phases[name],
        accounts: [],
        ...(name === 'connected' && live),
      },
    ]
  })
  const active = Object.fromEntries(
    [...present].reverse().map(([id]) => [newConnection(id).namespace, id]),
  )
  return frozen({ connections: Object.fromEntries(connections), active, chosen: {}, ...more })
}
function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}

const events = {
  connectRequested: {
    name: 'connectRequested',
    connection: newConnection(ada),
    options: {},
    at: 5,
  },
  restoreRequested: { name: 'restoreRequested', connection: newConnection(ada), deadline: 6 },
  approved: { name: 'approved', id: ada, report: reportFor(ada) },
  restored: { name: 'restored', id: ada, report: reportFor(ada), isActive: true },
  notRestored: { name: 'notRestored', id: ada, isSavedAnyway: false },
  failed: { name: 'failed', id: ada, error },
  failuresDismissed: { name: 'failuresDismissed', ids: [ada] },
  cancelled: { name: 'cancelled', id: ada },
  disconnectRequested: { name: 'disconnectRequested', ids: [ada], isAll: false },
  forgotten: { name: 'forgotten', id: ada },
  everythingForgotten: { name: 'everythingForgotten' },
  disconnectedByWallet: { name: 'disconnectedByWallet', id: ada },
  disconnectedInOtherTab: { name: 'disconnectedInOtherTab', ids: [ada] },
  reported: { name: 'reported', id: ada, report: reportFor(ada, side) },
  networkRestored: { name: 'networkRestored', id: ada, report: reportFor(ada, side) },
  activated: { name: 'activated', id: ada },
} as const satisfies Partial<Record<SessionEvent['name'], SessionEvent>>
type EventName = keyof typeof events

describe('the session reducer', () => {
  const end = 'release announceEnd'
  const endByPerson = 'release disconnectWallets announceEnd save checkView'
  const endWithoutSaving = 'release disconnectWallets announceEnd checkView'
  // Written by hand: the next phase and the effects. Where a phase is missing, the event changes
  // nothing.
  const table: Readonly<
    Record<EventName, Partial<Record<PhaseName, readonly [PhaseName, string]>>>
  > = {
    connectRequested: {
      disconnected: ['connecting', 'requestAccounts'],
      reconnecting: ['connecting', 'release requestAccounts'],
      failed: ['connecting', 'requestAccounts'],
    },
    restoreRequested: {
      disconnected: ['reconnecting', 'restore'],
      failed: ['reconnecting', 'restore'],
    },
    approved: {
      connecting: ['connected', 'keepPicked save announceConnected restoreSiblings showNext'],
    },
    restored: { reconnecting: ['connected', 'save announceConnected'] },
    notRestored: { reconnecting: ['disconnected', 'save'] },
    failed: { connecting: ['failed', 'trackFailure'], reconnecting: ['failed', 'report'] },
    failuresDismissed: { failed: ['disconnected', ''] },
    cancelled: { connecting: ['disconnected', 'release'] },
    disconnectRequested: {
      // It may be saved although it is not in the session.
      disconnected: ['disconnected', endByPerson],
      connecting: ['disconnected', endByPerson],
      reconnecting: ['disconnected', endByPerson],
      connected: ['disconnected', endByPerson],
      failed: ['disconnected', endByPerson],
    },
    forgotten: {
      disconnected: ['disconnected', `${end} save checkView`],
      connecting: ['disconnected', `${end} save checkView`],
      reconnecting: ['disconnected', `${end} save checkView`],
      connected: ['disconnected', `${end} save checkView`],
      failed: ['disconnected', `${end} save checkView`],
    },
    everythingForgotten: {
      disconnected: ['disconnected', endWithoutSaving],
      // The person has just begun it.
      connecting: ['connecting', endWithoutSaving],
      reconnecting: ['disconnected', endWithoutSaving],
      connected: ['disconnected', endWithoutSaving],
      failed: ['disconnected', endWithoutSaving],
    },
    disconnectedByWallet: { connected: ['disconnected', `${end} saveLater checkView`] },
    // Another tab's disconnect does not end what the person is asking for in this tab.
    disconnectedInOtherTab: {
      reconnecting: ['disconnected', `${end} checkView`],
      connected: ['disconnected', `${end} checkView`],
      failed: ['disconnected', `${end} checkView`],
    },
    reported: { connected: ['connected', 'saveLater checkView'] },
    networkRestored: { connected: ['connected', ''] },
    activated: { connected: ['connected', 'keepPicked save checkView'] },
  }
  const cells = (Object.keys(events) as EventName[]).flatMap(event =>
    (Object.keys(phases) as PhaseName[]).map(phase => [event, phase] as const),
  )

  it.each(cells)(
    '[D10a] the event %s of a connection that is %s leads to the phase and the effects of the table',
    (name, phase) => {
      const before = sessionWith({ [ada]: phase })
      const { session, effects } = reduceSession(before, events[name], chains)
      const row = table[name][phase]
      expect([phaseOf(session, ada).name, effects.map(effect => effect.name).join(' ')]).toEqual(
        row ?? [phase, ''],
      )
      if (!row) expect(session).toBe(before)
    },
  )

  it('Forgetting everything also drops the chosen networks and the namespace', () => {
    const before = sessionWith(
      { [ada]: 'connected', [bob]: 'connecting' },
      { chosen: { tally: side }, namespace: 'tally', filter: 'tally' },
    )
    const { session } = reduceSession(before, events.everythingForgotten, chains)
    expect(session).toEqual({
      connections: { [bob]: before.connections[bob] },
      active: { bbb: bob },
      chosen: {},
    })
  })
  it('A request that the person declined is not tracked as a failure', () => {
    const { session, effects } = reduceSession(
      sessionWith({ [ada]: 'connecting' }),
      { ...events.failed, error: declined },
      chains,
    )
    expect(phaseOf(session, ada)).toEqual({ name: 'failed', problem, declined: true })
    expect(effects).toEqual([])
  })
  it('A connection stays saved when its wallet does not know it yet because another tab is just connecting it', () => {
    expect(
      reduceSession(
        sessionWith({ [ada]: 'reconnecting' }),
        { ...events.notRestored, isSavedAnyway: true },
        chains,
      ).effects,
    ).toEqual([])
  })
  it('The address of a saved connection is passed on to its restore', () => {
    const { effects } = reduceSession(
      sessionWith({}),
      { ...events.restoreRequested, address: 't_two' },
      chains,
    )
    expect(effects).toEqual([{ name: 'restore', id: ada, address: 't_two' }])
  })

  it('An approved connection becomes the active one, a restored connection only where it was active or nothing else is connected', () => {
    const active = (before: SessionState, event: SessionEvent) =>
      reduceSession(before, event, chains).session.active.tally
    const besides = { [eve]: 'connected', [ada]: 'reconnecting' } as const
    expect(active(sessionWith({ ...besides, [ada]: 'connecting' }), events.approved)).toBe(ada)
    expect(active(sessionWith(besides), events.restored)).toBe(ada)
    expect(active(sessionWith(besides), { ...events.restored, isActive: false })).toBe(eve)
    const alone = { [eve]: 'reconnecting', [ada]: 'reconnecting' } as const
    expect(active(sessionWith(alone), { ...events.restored, isActive: false })).toBe(ada)
  })
  it('A person moves to another namespace when the last connection of theirs ends, and stays while one is left', () => {
    const before = sessionWith({ [ada]: 'connected', [bob]: 'connected' }, { filter: 'tally' })
    expect(reduceSession(before, events.disconnectedByWallet, chains).session).toMatchObject({
      namespace: 'bbb',
      active: { bbb: bob },
    })
    expect(
      reduceSession(before, events.disconnectedByWallet, chains).session.filter,
    ).toBeUndefined()
    const two = sessionWith({ [ada]: 'connected', [eve]: 'connected', [bob]: 'connected' })
    expect(reduceSession(two, events.disconnectedByWallet, chains).session).toMatchObject({
      active: { tally: eve, bbb: bob },
    })
    expect(
      reduceSession(two, events.disconnectedByWallet, chains).session.namespace,
    ).toBeUndefined()
  })
  it('A person who cancels a connect stays in its namespace when another namespace has a connection', () => {
    const { session } = reduceSession(
      sessionWith({ [ada]: 'connecting', [bob]: 'connected' }),
      events.cancelled,
      chains,
    )
    expect(session.active).toEqual({ bbb: bob })
    expect(session.namespace).toBeUndefined()
  })
  it('The account that the person works with stays until the wallet selects another one', () => {
    const two = reportOf(['t_ada', 't_two'])
    const before = reduceSession(
      sessionWith({ [ada]: 'connecting' }),
      { ...events.approved, report: two },
      chains,
    ).session
    const picked = reduceSession(before, { ...events.activated, address: 't_two' }, chains).session
    expect(picked.connections[ada]?.address).toBe('t_two')
    const address = (report: typeof two) =>
      reduceSession(picked, { ...events.reported, report }, chains).session.connections[ada]
        ?.address
    expect(address(reportOf(['t_ada', 't_two'], side))).toBe('t_two')
    expect(address(reportOf(['t_new', 't_two']))).toBe('t_new')
    expect(
      reduceSession(picked, { ...events.activated, address: 't_unknown' }, chains).session
        .connections[ada]?.address,
    ).toBe('t_two')
  })
  it('The network of a report is chosen only where the host can use it', () => {
    const chosen = (network: NetworkId) =>
      reduceSession(
        sessionWith({ [ada]: 'connected' }),
        { ...events.reported, report: reportFor(ada, network) },
        chains,
      ).session
    expect(chosen(side)).toMatchObject({
      chosen: { tally: side },
      connections: { [ada]: { network: side } },
    })
    expect(chosen(wild)).toMatchObject({ chosen: {}, connections: { [ada]: { network: wild } } })
  })
  it('A switch to a network without a connection filters the wallet list, and is tracked once', () => {
    const choose = (before: SessionState) =>
      reduceSession(before, { name: 'networkChosen', network: far }, chains)
    const first = choose(sessionWith({ [ada]: 'connected' }))
    expect(first.session).toMatchObject({ namespace: 'bbb', chosen: { bbb: far }, filter: 'bbb' })
    expect(first.effects.map(({ name }) => name)).toEqual(['save', 'trackSwitch', 'checkView'])
    const again = choose(first.session)
    expect(again.session).toBe(first.session)
    expect(again.effects.map(({ name }) => name)).toEqual(['save', 'checkView'])
    const there = choose(sessionWith({ [bob]: 'connected' }, { filter: 'bbb' }))
    expect(there.session.filter).toBeUndefined()
    expect(there.effects.map(({ name }) => name)).toEqual(['save', 'trackSwitch', 'checkView'])
  })
  it('[D12a] The choices of another tab are taken over without networks that the host cannot use, and nothing is written back', () => {
    const before = sessionWith({}, { chosen: { tally: main } })
    const { session, effects } = reduceSession(
      before,
      { name: 'choicesRead', networks: [wild, far], namespace: 'bbb' },
      chains,
    )
    expect(session).toMatchObject({ namespace: 'bbb', chosen: { tally: main, bbb: far } })
    expect(effects).toEqual([])
    expect(
      reduceSession(before, { name: 'choicesRead', networks: [main], namespace: undefined }, chains)
        .session,
    ).toBe(before)
  })

  it('[D10b] No sequence of events leaves a pointer to a connection that is gone, or a request without its phase', () => {
    const ids = [ada, eve, bob] as const
    const anyEvent = fc.constantFrom(...Object.values(events)).chain(event =>
      fc.constantFrom(...ids).map((id): SessionEvent => {
        const changed = {
          ...('id' in event && { id }),
          ...('ids' in event && { ids: [id] }),
          ...('connection' in event && { connection: newConnection(id) }),
          ...('report' in event && { report: reportFor(id) }),
        }
        return { ...event, ...changed } as SessionEvent
      }),
    )
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), story => {
        let session: SessionState = sessionWith({})
        for (const event of story) {
          const before = session
          const step = reduceSession(before, event, chains)
          session = frozen(step.session)
          for (const [namespace, id] of Object.entries(session.active)) {
            expect(session.connections[id]?.namespace).toBe(namespace)
            const others = Object.values(session.connections).filter(
              other => other.namespace === namespace,
            )
            if (others.some(({ phase }) => phase.name === 'connected'))
              expect(isConnected(session, id)).toBe(true)
          }
          const released = step.effects.flatMap(effect =>
            effect.name === 'release' ? effect.ids : [],
          )
          for (const id of ids) {
            const [was, is] = [phaseOf(before, id).name, phaseOf(session, id).name]
            const starts = step.effects.some(
              effect =>
                (effect.name === 'requestAccounts' || effect.name === 'restore') &&
                effect.id === id,
            )
            expect(starts).toBe(was !== is && (is === 'connecting' || is === 'reconnecting'))
            // A pending request or a session either ends with its own answer, or is released.
            if (
              was !== 'disconnected' &&
              was !== 'failed' &&
              is === 'disconnected' &&
              event.name !== 'notRestored'
            )
              expect(released).toContain(id)
          }
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
