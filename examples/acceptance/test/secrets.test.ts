import {
  bitcoinAccounts,
  devAccounts,
  devMnemonic,
  polkadotDevAccounts,
  solanaDevAccounts,
} from '@portico/devnet'
import { expect, it } from 'vitest'
import { hideValues } from '../fixtures/run-log.js'
import { secretsIn } from '../scripts/secrets.mjs'

const hex = (length: number) => 'a1b2c3d4'.repeat(length / 8)
const key = (of: { readonly privateKey: string } | undefined) => of?.privateKey ?? ''
const seed = (of: { readonly seed: string } | undefined) => of?.seed ?? ''

it.each([
  ['the private key of an account', `signed by ${key(devAccounts[3])}`],
  ['the private key of an account', `wif of ${key(bitcoinAccounts[4]).slice(2).toUpperCase()}`],
  ['the private key of an account', `{"seed":"${seed(solanaDevAccounts[1])}"}`],
  ['the private key of an account', `alice: ${seed(polkadotDevAccounts[0])}`],
  ['the recovery phrase of an account', `Mnemonic: ${devMnemonic}`],
  [
    'the cookie of a session or a browser',
    `set-cookie: __Host-portico-session-browser-${hex(8)}=${hex(64)}; Path=/`,
  ],
  ['a nonce of a sign-in', 'Nonce: 5f0c8e4a1b2c4d3e8f4a'],
  ['a nonce of a sign-in', '{"nonce":"5f0c8e4a1b2c4d3e8f4a","now":1}'],
  ['a signature', `{"message":"…","signature":"0x${hex(128)}1b"}`],
  ['a signature', `signature: '${'Qk9a'.repeat(22)}'`],
  ['the key of a pairing', `wc:7f6e@2?relay-protocol=irn&symKey=${hex(64)}`],
  ['a token', `wss://relay.example/?auth=eyJhbGciOiJFZERTQSJ9.eyJpc3MiOiJkaWQ6a2V5In0.${hex(32)}`],
])('[S33] %s is found anywhere in a log, and not printed again', async (what, line) => {
  const found = await secretsIn(new Map([['server', `{"event":"start"}\n${line}\n`]]))
  expect(found).toEqual([`server, line 2: ${what}`])
})

it('[S33] public values are no secret: addresses, hashes of transactions, the nonce of a transaction', async () => {
  const log = [
    ...devAccounts.map(({ address }) => address),
    `hash: 0x${hex(64)}`,
    '{"nonce":"0x12"}',
    'nonce: 4',
    'the signature matches no account',
    'verify-session.test.ts [S14] a nonce is taken once',
    '"path":"/auth/verify","status":401,"code":"NONCE_USED"',
  ]
  expect(await secretsIn(new Map([['server', log.join('\n')]]))).toEqual([])
})

it('[S33] a value in the diff of a failed test is no finding, except the key of an account', async () => {
  const lines = [
    '-   "signature": "0x…"',
    `+   "signature": "0x${hex(128)}1b"`,
    `+   "nonce": "5f0c8e4a1b2c4d3e8f4a"`,
    `+   "key": "${key(devAccounts[3])}"`,
  ]
  const logs = new Map([
    ['vitest', lines.join('\n')],
    ['server', lines.join('\n')],
  ])
  expect(await secretsIn(logs, new Set(['vitest']))).toEqual([
    'vitest, line 4: the private key of an account',
    'server, line 2: a signature',
    'server, line 3: a nonce of a sign-in',
    'server, line 4: the private key of an account',
  ])
})

it('[S33] a token in a log is found, except the known token that a page sent to a relay', async () => {
  const token = (body: string) => `eyJhbGciOiJFZERTQSJ9.${body}.${hex(32)}`
  const [known, other] = [token('eyJpc3MiOiJkaWQ6a2V5In0'), token('eyJpc3MiOiJzZWNyZXQifQ')]
  const lines = [
    `WebSocket connection to 'ws://127.0.0.1:1/?auth=${known}' failed`,
    `WebSocket connection to 'ws://127.0.0.1:1/?auth=${other}' failed`,
    `sent ${other}`,
  ]
  const log = lines.map(line => hideValues(line, new Set([known]))).join('\n')
  expect(log).toContain('?auth=…')
  expect(await secretsIn(new Map([['pages', log]]))).toEqual([
    'pages, line 2: a token',
    'pages, line 3: a token',
  ])
})
