import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { type RequestName, requests } from './requests.js'

const takes = (name: RequestName, payload: unknown) =>
  v.is(requests[name].payload as v.GenericSchema, payload)
const answers = (name: RequestName, result: unknown) =>
  v.is(requests[name].result as v.GenericSchema, result)
const user = { address: '0x1111111111111111111111111111111111111111', chainId: 'eip155:1' }

describe('What the page can ask of the frame', () => {
  it.each<readonly [string, RequestName, unknown, unknown]>([
    [
      '[S7.36] an e-mail address logs in',
      'CONNECT_EMAIL',
      { email: 'a@b.example' },
      { action: 'VERIFY_OTP' },
    ],
    ['[S7.37] a device is verified', 'CONNECT_DEVICE', undefined, undefined],
    ['[S7.38] a one-time code logs in', 'CONNECT_OTP', { otp: '123456' }, undefined],
    ['[S7.41] the wallet user is read', 'GET_USER', { chainId: 'eip155:1' }, user],
    ['[S7.42] the person signs out', 'SIGN_OUT', undefined, undefined],
    ['[S7.43] whether somebody is logged in', 'IS_CONNECTED', undefined, { isConnected: true }],
    ['[S7.44] the chain id is read', 'GET_CHAIN_ID', undefined, { chainId: 'solana:x' }],
    [
      '[S7.45] the network is switched',
      'SWITCH_NETWORK',
      { chainId: 'eip155:1' },
      { chainId: 'eip155:1' },
    ],
    [
      '[S7.47] the e-mail is changed',
      'UPDATE_EMAIL',
      { email: 'a@b.example' },
      { action: 'VERIFY_PRIMARY_OTP' },
    ],
    [
      '[S7.47] the present address is confirmed',
      'UPDATE_EMAIL_PRIMARY_OTP',
      { otp: '123456' },
      undefined,
    ],
    [
      '[S7.47] the new address is confirmed',
      'UPDATE_EMAIL_SECONDARY_OTP',
      { otp: '123456' },
      { newEmail: 'a@b.example' },
    ],
    ['[S7.48] the theme is told', 'SYNC_THEME', { themeMode: 'dark' }, undefined],
  ])('%s', (_title, name, payload, result) => {
    expect(takes(name, payload)).toBe(true)
    expect(answers(name, result)).toBe(true)
    expect(takes(name, { ...Object(payload), more: 1 })).toBe(false)
  })

  it.each(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT'])(
    '[S5.30] what follows an address may be %s',
    action => {
      expect(answers('CONNECT_EMAIL', { action })).toBe(true)
    },
  )
  it.each(['VERIFY_PRIMARY_OTP', 'connect', '', 1, undefined])(
    '[S5.30] what follows an address may not be %j',
    action => {
      expect(answers('CONNECT_EMAIL', { action })).toBe(false)
    },
  )
  it('[S5.31] the next step of a changed address is one of two', () => {
    for (const action of ['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP'])
      expect(answers('UPDATE_EMAIL', { action })).toBe(true)
    for (const action of ['VERIFY_OTP', 'CONNECT', ''])
      expect(answers('UPDATE_EMAIL', { action })).toBe(false)
  })
  it('[S3.60] each account of a wallet user has an address and a type, eoa or smartAccount', () => {
    const { address } = user
    const withAccounts = (...accounts: unknown[]) => answers('GET_USER', { ...user, accounts })
    expect(withAccounts({ address, type: 'eoa' }, { address, type: 'smartAccount' })).toBe(true)
    expect(withAccounts({ address })).toBe(false)
    expect(withAccounts({ address, type: 'payment' })).toBe(false)
    expect(withAccounts({ type: 'eoa' })).toBe(false)
  })
  it('[S9.07] an address, a device, a code and the social requests are given up after 30 s', () => {
    for (const name of [
      'CONNECT_EMAIL',
      'CONNECT_DEVICE',
      'CONNECT_OTP',
      'CONNECT_SOCIAL',
      'GET_SOCIAL_REDIRECT_URI',
    ] as const)
      expect(requests[name].timeoutMs).toBe(30_000)
  })
  it('requests that the person decides have no time limit', () => {
    const unlimited = Object.entries(requests).filter(([, one]) => one.timeoutMs === undefined)
    expect(unlimited.map(([name]) => name)).toEqual([
      'CONNECT_FARCASTER',
      'RECOVER_WALLET',
      'SHOW_RECOVERY',
      'SHOW_EXPORT',
      'RPC_REQUEST',
      'UPDATE_EMAIL',
      'CONNECT_PASSKEY',
      'DOWNLOAD_DATA',
      'DELETE_ACCOUNT',
    ])
  })
})
