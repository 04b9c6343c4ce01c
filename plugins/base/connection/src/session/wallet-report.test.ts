import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReport } from './wallet-report.js'

const account = { namespace: 'tally', address: 't_ada', type: 'eoa' }
const report = { accounts: [account], network: 'tally:main' }
const throwing = {
  get accounts(): unknown {
    throw new RangeError('do not look')
  },
  network: 'tally:main',
}
const revoked = (() => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
})()

// Forty answers that must not become state.
const bad: readonly [string, unknown][] = [
  ['undefined', undefined],
  ['null', null],
  ['a number', 1],
  ['a text', 'tally:main'],
  ['a list', [account]],
  ['a function', () => report],
  ['an empty object', {}],
  ['a getter that throws', throwing],
  ['a revoked proxy', revoked],
  ['a promise', Promise.resolve(report)],
  ...[
    '',
    'main',
    'tally:',
    ':main',
    'other:main',
    'tally:main:more',
    'tally: main',
    'TALLY:main',
    1,
    null,
    undefined,
    {},
  ].map((network): [string, unknown] => [
    `the network ${JSON.stringify(network)}`,
    { ...report, network },
  ]),
  ...[
    undefined,
    null,
    'all',
    {},
    { 0: account, length: 1 },
    [null],
    ['t_ada'],
    [[account]],
    Array.from({ length: 1_001 }, () => account),
  ].map((accounts): [string, unknown] => [
    `the accounts ${JSON.stringify(accounts)?.slice(0, 40)}`,
    { ...report, accounts },
  ]),
  ...[
    { namespace: 'other' },
    { namespace: 1 },
    { address: '' },
    { address: 7 },
    { address: 't ada' },
    { address: '<b>' },
    { address: 'x'.repeat(129) },
    { type: '' },
    { type: 5 },
  ].map((change): [string, unknown] => [
    `an account with ${JSON.stringify(change).slice(0, 40)}`,
    { ...report, accounts: [account, { ...account, ...change }] },
  ]),
  ['approved networks that are no list', { ...report, approved: 'tally:main' }],
]

describe('a wallet’s report', () => {
  it.each(bad)('[S35] A report is refused whole: %s', (_, given) => {
    expect(readReport(given, 'tally')).toBeUndefined()
  })
  it('[S35] At least 40 kinds of invalid reports are tested', () => {
    expect(bad.length).toBeGreaterThanOrEqual(40)
  })
  it('A report is read without unknown fields', () => {
    const extra = {
      ...account,
      publicKey: '02ab',
      path: "m/84'",
      label: 'My\u202E key',
      secret: 'x',
    }
    expect(readReport({ ...report, accounts: [extra], more: 1 }, 'tally')).toEqual({
      accounts: [{ ...account, publicKey: '02ab', path: "m/84'", label: 'My key' }],
      network: 'tally:main',
    })
  })
  it('A report has each address once, and approved networks of its own namespace only', () => {
    const approved = ['tally:main', 'other:main', 7, 'tally:main']
    expect(
      readReport(
        { ...report, accounts: [account, { ...account, type: 'smartAccount' }], approved },
        'tally',
      ),
    ).toEqual({
      ...report,
      approved: ['tally:main'],
    })
  })
  it.each([
    [
      { name: 'Pocket', imageUrl: 'https://pocket.example/icon.png', more: 1 },
      { name: 'Pocket', imageUrl: 'https://pocket.example/icon.png' },
    ],
    [{ name: '\u202eteko\u200dP\u0000 ', imageUrl: 'javascript:alert(1)' }, { name: 'tekoP' }],
    [
      { name: 'x'.repeat(1_000_000), imageUrl: 'http://pocket.example/icon.png' },
      { name: expect.stringMatching(/^x{63}/) },
    ],
    [{ name: '\u200b ' }, undefined],
    [{ name: 7 }, undefined],
    [null, undefined],
    ['Pocket', undefined],
  ])(
    '[S4] [S6] [S7] The branding %o of a report is read with a displayable name, and with an image from an allowed source',
    (wallet, taken) => {
      expect(readReport({ ...report, wallet }, 'tally')).toEqual({
        ...report,
        ...(taken && { wallet: taken }),
      })
    },
  )
  it('A report of a locked wallet has no accounts', () => {
    expect(readReport({ ...report, accounts: [] }, 'tally')).toEqual({ ...report, accounts: [] })
  })
  it('Reading a report never throws', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (given, accounts) => {
        readReport(given, 'tally')
        const read = readReport({ network: 'tally:main', accounts }, 'tally')
        for (const one of read?.accounts ?? []) expect(one.namespace).toBe('tally')
      }),
      { numRuns: 1_000 },
    )
  })
})
