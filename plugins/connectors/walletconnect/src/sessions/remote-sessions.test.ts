import { runSendRequest } from '@portico/kernel/wallet'
import { describe, expect, it } from 'vitest'
import { refusalOf, WalletConnectError } from '../errors.js'
import { createHandles } from './remote-sessions.js'

const session = {
  topic: 'a'.repeat(64),
  expiresAt: 0,
  namespaces: { tally: { accounts: [], networks: [], methods: [] } },
  wallet: { name: 'Pocket' },
}
const never = new AbortController().signal
const nothing = async () => undefined
/** Returns how a flow that sends money classifies the error of a wallet request. */
const outcomeOf = async (thrown: unknown, isClosed = false): Promise<unknown> => {
  const handles = createHandles({
    request: () => Promise.reject(thrown),
    leave: nothing,
    report: () => undefined,
  })
  const { remote } = handles.open(session, 'tally', undefined)
  if (isClosed) handles.close(session.topic)
  return runSendRequest(
    () => remote.request('tally_send', {}, 'tally:main', never),
    answer => answer,
  ).catch((error: unknown) => error)
}

describe('an error of a request over WalletConnect', () => {
  it.each([
    ['the relay was lost', new WalletConnectError('RELAY_UNREACHABLE')],
    ['the relay refuses the page', new WalletConnectError('RELAY_REFUSED')],
    ['another tab took the line', new WalletConnectError('OTHER_TAB')],
    ['the session is over', new WalletConnectError('SESSION_OVER')],
    ['the wallet refused for another reason', new WalletConnectError('WALLET_REFUSED')],
    [
      'the request expired',
      refusalOf({ code: 8000, message: 'Request expired. Please try again.' }),
    ],
    ['the wallet disconnected', refusalOf({ code: 6000, message: 'User disconnected.' })],
    [
      'the session was deleted',
      new Error('Missing or invalid. Record was recently deleted - session: aa'),
    ],
    [
      'there was no answer in time',
      Object.assign(new Error('timed out'), { name: 'TimeoutError' }),
    ],
    ['the wallet had an internal error', refusalOf({ code: -32603, message: 'Internal error' })],
    ['the transaction was already known', refusalOf({ code: -32000, message: 'already known' })],
    ['the wallet said only words', refusalOf('already known')],
  ])('[S35] an error of a request leaves the outcome unknown when %s', async (_, thrown) => {
    expect(await outcomeOf(thrown)).toMatchObject({ code: 'WALLET_OUTCOME', cause: thrown })
  })

  it.each([
    ['by the code of WalletConnect', { code: 5000, message: 'User rejected.' }],
    ['by the code of Ethereum', { code: 4001, message: 'no' }],
  ])('[R12] a request that the person declined %s is an error DECLINED', async (_, answer) => {
    const thrown = refusalOf(answer)
    expect(await outcomeOf(thrown)).toMatchObject({ code: 'DECLINED', cause: thrown })
  })

  it.each([
    ['the wallet does not know the method', { code: 5101, message: 'Unsupported methods.' }],
    ['the wallet did not approve the method', { code: 4100, message: 'Unauthorized' }],
  ])('[R12] an error of a request is a refusal when %s', async (_, answer) => {
    const thrown = refusalOf(answer)
    expect(await outcomeOf(thrown)).toBe(thrown)
  })

  it('[S35] an error of a request is not a refusal for a connection that was closed, because an earlier request may still be open', async () => {
    expect(await outcomeOf(undefined, true)).toMatchObject({
      code: 'WALLET_OUTCOME',
      cause: { code: 'SESSION_OVER' },
    })
  })
})
