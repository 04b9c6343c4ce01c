import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import { codeOf, fields, signed } from '../../test/accounts.js'
import { formatSignIn } from './message.js'
import { parseMessage } from './parse.js'
import {
  capabilitiesOf,
  type Recap,
  readRecap,
  recapOf,
  recapWords,
  withRecap,
  writeRecap,
} from './recap.js'
import { verifySession } from './verify-session.js'

const thrown = (run: () => unknown): unknown => {
  try {
    run()
    return undefined
  } catch (error) {
    return (error as { code?: unknown }).code
  }
}
const notify: Recap = {
  att: {
    'https://notify.example': {
      'manage/all': [{}],
      'emit/alerts': [{}],
      'manage/some': [{ most: 3 }],
    },
    eip155: { 'request/personal_sign': [{}] },
  },
}
const words =
  "I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'personal_sign' for 'eip155'. (2) 'emit': 'alerts' for 'https://notify.example'. (3) 'manage': 'all', 'some' for 'https://notify.example'."

describe.skipIf(!hasVectors)('public vectors of ERC-5573', () => {
  interface Case {
    readonly name: string
    readonly siweMessage?: string
    readonly recap?: string
    readonly decoded?: Recap
    readonly statementIncludes?: string
    readonly object?: Recap
  }
  const { cases } = vectors<Case>('siwe-recap-erc5573')
  it.each(cases.filter(one => one.siweMessage))(
    '[S15] the capabilities of the message are read: $name',
    async ({ name, siweMessage = '' }) => {
      // Some of these files end in a line break that is not part of the message.
      const message = await parseMessage(siweMessage.replace(/\n$/, ''))
      if (name === 'recap not in last place')
        return expect(thrown(() => recapOf(message))).toBe('RECAP_MALFORMED')
      const recap = recapOf(message)
      expect(recap !== undefined).toBe(!name.includes('none'))
      if (!recap) return
      expect(writeRecap(recap)).toBe(message.resources?.at(-1))
      expect(message.statement?.endsWith(recapWords(recap))).toBe(true)
    },
  )
  it.each(cases.filter(one => one.recap))(
    '[S15] the capabilities $recap are read and put into words',
    ({ recap = '', decoded, statementIncludes }) => {
      const read = readRecap(recap)
      if (decoded) expect(read).toEqual(decoded)
      if (statementIncludes) expect(recapWords(read)).toBe(statementIncludes)
      expect(readRecap(writeRecap(read))).toEqual(read)
      // Capabilities with sorted keys are written unchanged.
      if (JSON.stringify(decoded) === JSON.stringify(readRecap(writeRecap(read))))
        expect(writeRecap(read)).toBe(recap.replace(/=+$/, ''))
    },
  )
  it.each(cases.filter(one => one.object))(
    '[S15] the capabilities are written and read: $name',
    ({ object }) => {
      expect(readRecap(writeRecap(object as Recap))).toEqual(object)
    },
  )
})

describe('capabilities', () => {
  it('[S15] capabilities are listed in their order, by resource and kind', () => {
    expect(recapWords(notify)).toBe(words)
    expect(capabilitiesOf(notify)).toEqual([
      { resource: 'eip155', ability: 'request', actions: ['personal_sign'] },
      { resource: 'https://notify.example', ability: 'emit', actions: ['alerts'] },
      { resource: 'https://notify.example', ability: 'manage', actions: ['all', 'some'] },
    ])
  })
  it.each(['eip155', 'solana', 'bip122', 'polkadot'] as const)(
    '[S15] capabilities on %s are granted only by a sign-in that has them in words',
    async namespace => {
      const plain = fields(namespace, {
        statement: 'Welcome.',
        resources: ['https://app.example/terms'],
      })
      const granting = withRecap(plain, notify)
      expect(granting.statement).toBe(`Welcome. ${words}`)
      const policy = { domain: 'app.example', nonce: plain.nonce, now: Date.parse(plain.issuedAt) }
      expect((await verifySession(await signed(namespace, granting), policy)).capabilities).toEqual(
        capabilitiesOf(notify),
      )
      const last = granting.resources?.at(-1) ?? ''
      const bad = [
        { ...granting, statement: 'Welcome.' },
        { ...granting, statement: `${granting.statement} And more.` },
        { ...granting, statement: granting.statement?.replace('alerts', 'spam') },
        { ...granting, statement: `Welcome.${words}` },
        { ...granting, statement: `${words} ${words}` },
        { ...granting, resources: plain.resources },
        { ...granting, resources: [last, 'https://app.example/terms'] },
        { ...granting, resources: [last, last] },
        { ...granting, resources: [last.replace('urn:recap', 'URN:RECAP')] },
        { ...granting, resources: ['urn:recap:'] },
        { ...granting, resources: ['urn:recap:bm90anNvbg'] },
      ]
      for (const { statement, ...each } of bad) {
        const session = await signed(namespace, {
          ...each,
          ...(statement !== undefined && { statement }),
        } as never)
        expect(await codeOf(verifySession(session, policy))).toBe('RECAP_MALFORMED')
      }
    },
  )
  it('[S15] invalid capabilities are neither written nor read', () => {
    const none: readonly unknown[] = [
      null,
      [],
      {},
      { att: {} },
      { att: { a: {} } },
      { att: { a: { 'x/y': {} } } },
      { att: { a: { 'x/y': [1] } } },
      { att: { a: { x: [{}] } } },
      { att: { a: { "x/y': 'z": [{}] } } },
      { att: { "a'. (2) 'all': 'all' for 'b": { 'x/y': [{}] } } },
      { att: { 'a\nb': { 'x/y': [{}] } } },
      { att: { a: { 'x/y': [{}] } }, prf: [1] },
    ]
    for (const each of none) {
      expect(thrown(() => writeRecap(each as Recap))).toBe('RECAP_MALFORMED')
      expect(
        thrown(() =>
          readRecap(`urn:recap:${Buffer.from(JSON.stringify(each)).toString('base64url')}`),
        ),
      ).toBe('RECAP_MALFORMED')
    }
    for (const text of [
      '',
      'urn:recap',
      'urn:recap:!',
      'https://app.example',
      `urn:recap:${'A'.repeat(10_000)}`,
    ])
      expect(thrown(() => readRecap(text))).toBe('RECAP_MALFORMED')
  })
  it('[S15] capabilities are read as they were written, and their words are valid in a statement', () => {
    const name = fc.stringMatching(/^[a-z]{1,8}$/)
    const limits = fc.array(
      fc.dictionary(name, fc.oneof(fc.string(), fc.integer(), fc.array(fc.boolean()))),
      { maxLength: 2 },
    )
    const abilities = fc.dictionary(
      fc.tuple(name, name).map(([kind, action]) => `${kind}/${action}`),
      limits,
      { minKeys: 1, maxKeys: 4, noNullPrototype: true },
    )
    const att = fc.dictionary(
      fc.domain().map(domain => `https://${domain}`),
      abilities,
      { minKeys: 1, maxKeys: 4, noNullPrototype: true },
    )
    fc.assert(
      fc.property(att, granted => {
        const recap = { att: granted } as Recap
        expect(readRecap(writeRecap(recap))).toEqual(JSON.parse(JSON.stringify(recap)))
        expect(formatSignIn(withRecap(fields('eip155'), recap))).toContain(recapWords(recap))
      }),
      { numRuns: 100 },
    )
  })
})
