import type { SignInFields } from '@portico/kernel/capabilities'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../kernel/test/vectors.js'
import type { Namespace } from '../../test/accounts.js'
import { accounts, codeOf, fields } from '../../test/accounts.js'
import { fieldsWritten, isPlain, layOut as layOutNamed } from './layout.js'
import { formatMessage, formatSignIn, readMessage, type SignInMessage } from './message.js'
import { nameOf } from './namespaces.js'
import { buildMessage, parseMessage } from './parse.js'

const layOut = (message: SignInMessage) => layOutNamed(message, nameOf(message.namespace) ?? '')

type Written = Omit<SignInMessage, 'namespace' | 'chainId' | 'scheme'> & {
  readonly name: string
  readonly chainId?: number | string
  readonly scheme?: string | null
}
/** Converts the field names of other libraries to ours. */
function ofVector(
  namespace: Namespace,
  { name: _, chainId, scheme, ...rest }: Written,
): SignInMessage {
  return {
    ...rest,
    namespace,
    ...(chainId !== undefined && { chainId: String(chainId) }),
    ...(scheme && { scheme }),
  }
}
const build = async (message: SignInMessage) => (await parseMessage(formatMessage(message))).text

describe.skipIf(!hasVectors)('public vectors of EIP-4361', () => {
  interface Positive {
    readonly name: string
    readonly message: string
    readonly fields: Written
  }
  it.each(vectors<Positive>('siwe-parsing-positive').cases)(
    '[D29b] [S14] the message is read and formatted byte for byte: $name',
    async ({ message, fields: written }) => {
      const wanted = ofVector('eip155', { ...written, name: '' })
      const { text, network, ...read } = await parseMessage(message)
      expect([read, text, network]).toEqual([wanted, message, `eip155:${written.chainId}`])
      expect(formatMessage(wanted)).toBe(message)
    },
  )
  it.each(vectors<{ name: string; message: string }>('siwe-parsing-negative').cases)(
    '[S15] the message is rejected: $name',
    async ({ message }) => {
      expect(await codeOf(parseMessage(message))).toMatch(
        /^(MESSAGE|FIELD|DOMAIN|ADDRESS)_(MALFORMED|MISSING)$/,
      )
    },
  )
  it.each(vectors<Written>('siwe-parsing-negative-objects').cases)(
    '[S15] the fields are rejected: $name',
    async written => {
      expect(await codeOf(build(ofVector('eip155', written)))).toMatch(
        /^(FIELD|DOMAIN|ADDRESS)_(MALFORMED|MISSING)$/,
      )
    },
  )
})

describe.skipIf(!hasVectors)('public vectors of Sign-In With Solana', () => {
  const { cases } = vectors<{ name: string; input: Written; message?: string; valid: boolean }>(
    'siws',
  )
  it.each(cases.filter(one => one.message !== undefined))(
    '[D29c] the message is read and formatted byte for byte: $name',
    async ({ input, message = '' }) => {
      const wanted = ofVector('solana', { ...input, name: '' })
      const { text, network: _, ...read } = await parseMessage(message)
      expect([read, text]).toEqual([wanted, message])
      expect(formatMessage(wanted)).toBe(message)
    },
  )
  it.each(cases.filter(one => one.message === undefined))(
    '[S15] the fields are rejected: $name',
    async ({ input }) => {
      expect(await codeOf(build(ofVector('solana', { ...input, name: '' })))).toMatch(
        /^(FIELD|ADDRESS)_MALFORMED$/,
      )
    },
  )
})

const namespaces = Object.keys(accounts) as Namespace[]

describe('the text of a sign-in', () => {
  it.each([
    ['eip155', 'Ethereum', '1'],
    ['solana', 'Solana', 'mainnet'],
    ['bip122', 'Bitcoin', '000000000019d6689c085ae165831e93'],
    ['polkadot', 'Polkadot', '91b171bb158e2d3848fa23a9f1c25182'],
  ] as const)(
    '[D29a] the text on %s names the domain and the chain',
    async (namespace, name, chainId) => {
      const { address } = accounts[namespace]
      expect(
        await buildMessage(
          fields(namespace, {
            statement: 'Welcome back.',
            requestId: 'r-1',
            resources: ['https://app.example/terms'],
          }),
        ),
      ).toBe(
        `app.example wants you to sign in with your ${name} account:\n${address}\n\nWelcome back.\n\nURI: https://app.example/login\nVersion: 1\nChain ID: ${chainId}\nNonce: 0123456789abcdef\nIssued At: 2026-01-01T00:00:00.000Z\nRequest ID: r-1\nResources:\n- https://app.example/terms`,
      )
    },
  )
  it('[D29b] a text without a statement has two empty lines, on Solana one', () => {
    expect(formatSignIn(fields('eip155'))).toContain(`${accounts.eip155.address}\n\n\nURI: `)
    expect(formatSignIn(fields('bip122'))).toContain(`${accounts.bip122.address}\n\n\nURI: `)
    expect(formatSignIn(fields('solana'))).toContain(`${accounts.solana.address}\n\nURI: `)
  })
  it('[D29c] the text names a private cluster by its reference, and the names that wallets write are read', async () => {
    const own = `solana:${'7'.repeat(32)}` as const
    expect(
      (await parseMessage(await buildMessage(fields('solana', { chainId: own })))).network,
    ).toBe(own)
    const written = formatSignIn(fields('solana'))
    for (const [chainId, network] of [
      ['devnet', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
      ['solana:devnet', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
      ['localnet', 'solana:localnet'],
    ]) {
      expect(
        readMessage(written.replace('Chain ID: mainnet', `Chain ID: ${chainId}`)).network,
      ).toBe(network)
    }
  })

  const word = fc.stringMatching(/^[A-Za-z0-9 :/?#[\]@!$&'()*+,;=._~-]{1,80}$/)
  const uri = fc
    .webUrl({ withQueryParameters: true, withFragments: true })
    .filter(each => /^[\x21-\x7e]*$/.test(each) && !/[|"<>^`{}\\]/.test(each))
  const time = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map(date => date.toISOString())
  const message = fc.record(
    {
      domain: fc.domain(),
      uri,
      nonce: fc.stringMatching(/^[A-Za-z0-9]{8,64}$/),
      issuedAt: time,
      statement: word,
      expirationTime: time,
      notBefore: time,
      requestId: fc.stringMatching(/^[A-Za-z0-9:@!$&'()*+,;=._~-]{0,40}$/),
      resources: fc.array(uri, { maxLength: 4 }),
    },
    { requiredKeys: ['domain', 'uri', 'nonce', 'issuedAt'] },
  )
  it.each(namespaces)(
    '[S14] the text on %s is read as it was formatted, with any fields',
    namespace => {
      fc.assert(
        fc.property(message, parts => {
          const looksLikeLine =
            namespace === 'solana' &&
            /^(?:Resources:$|(?:URI|Version|Chain ID|Nonce|Issued At|Expiration Time|Not Before|Request ID): )/.test(
              parts.statement ?? '',
            )
          fc.pre(!looksLikeLine)
          const written: SignInMessage = {
            ...parts,
            namespace,
            address: accounts[namespace].address,
            version: '1',
            chainId: accounts[namespace].chainId,
          }
          const { text, network, ...read } = readMessage(formatMessage(written))
          expect(read).toEqual(written)
          expect(network).toBe(accounts[namespace].network)
          expect(formatMessage(read)).toBe(text)
        }),
        { numRuns: 100 },
      )
    },
  )
  it.each(namespaces)(
    '[S15] the fast layout on %s equals the text of the grammar, and is used for no unusual field',
    namespace => {
      const hostile = fc.constantFrom(
        '\n',
        '\r',
        '\0',
        '\u202e',
        'ä',
        '\nURI: https://evil.example',
        'Resources:',
        ': ',
        '%',
        '"',
        '<',
        '',
      )
      const time = fc.oneof(
        {
          arbitrary: fc
            .date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
            .map(date => date.toISOString()),
          weight: 5,
        },
        hostile,
        fc.constant('+010000-01-01T00:00:00.000Z'),
      )
      const values = fc.record(
        {
          domain: fc.oneof(
            { arbitrary: fc.stringMatching(/^[a-z0-9.-]{1,20}(?::\d{1,7})?$/), weight: 5 },
            hostile,
          ),
          uri: fc.oneof(
            {
              arbitrary: fc.stringMatching(/^https?:\/\/[a-z0-9.-]{1,20}(?::\d{1,7})?$/),
              weight: 5,
            },
            hostile,
          ),
          nonce: fc.oneof(
            { arbitrary: fc.stringMatching(/^[A-Za-z0-9]{6,20}$/), weight: 5 },
            hostile,
          ),
          statement: fc.oneof({ arbitrary: fc.stringMatching(/^[ -~]{0,6}$/), weight: 5 }, hostile),
          issuedAt: time,
          expirationTime: time,
        },
        { requiredKeys: ['domain', 'uri', 'nonce', 'issuedAt'] },
      )
      let count = 0
      fc.assert(
        fc.property(values, parts => {
          const written: SignInMessage = {
            ...parts,
            namespace,
            address: accounts[namespace].address,
            version: '1',
            chainId: accounts[namespace].chainId,
          }
          if (!isPlain(written)) return
          count++
          expect(formatMessage(written)).toBe(layOut(written))
        }),
        { numRuns: 1_000 },
      )
      expect(count).toBeGreaterThan(10)
      const own: SignInMessage = fieldsWritten(fields(namespace, { uri: 'https://app.example' }))
      expect(isPlain(own)).toBe(true)
      for (const more of [
        { resources: ['https://app.example'] },
        { scheme: 'https' },
        { requestId: 'x' },
        { address: `${own.address}\n` },
      ])
        expect(isPlain({ ...own, ...more })).toBe(false)
    },
  )
  it.each(namespaces)(
    '[S15] a text on %s with one character changed is rejected, or read exactly as it says',
    namespace => {
      const text = formatSignIn(
        fields(namespace, { statement: 'Welcome back.', resources: ['https://app.example/terms'] }),
      )
      fc.assert(
        fc.property(
          fc.nat(text.length),
          fc.constantFrom('\n', '\r', '\0', '\t', '\u202e', '\u200b', 'а', ' ', '-', ':', ''),
          fc.boolean(),
          (at, put, over) => {
            const changed = text.slice(0, at) + put + text.slice(at + (over ? 1 : 0))
            const read = (() => {
              try {
                return readMessage(changed)
              } catch (error) {
                expect(error).toMatchObject({ name: 'SiwxError' })
                return undefined
              }
            })()
            if (read) expect(formatMessage(read)).toBe(changed)
          },
        ),
        { numRuns: 300 },
      )
    },
  )

  const hostile = [
    'a\nURI: https://evil.example',
    'a\r\nb',
    'a\0b',
    'a\u001bb',
    'a\u2028b',
    'a\u202eb',
    'a\u200bb',
    'раypal',
    '\ud800',
    '',
  ]
  const names = [
    'domain',
    'address',
    'statement',
    'uri',
    'nonce',
    'issuedAt',
    'expirationTime',
    'notBefore',
    'requestId',
    'version',
    'resources',
  ] as const
  it.each(namespaces.flatMap(namespace => names.map(name => [namespace, name] as const)))(
    '[S15] the text on %s rejects line breaks, control characters and look-alikes in %s, by code and without repeating them',
    async (namespace, name) => {
      for (const text of hostile) {
        // An empty text is a valid request id (EIP-4361).
        if (text === '' && name === 'requestId') continue
        const bad = {
          ...fields(namespace),
          [name]: name === 'resources' ? [text] : text,
        } as SignInFields
        const thrown = await buildMessage(bad).then(
          () => undefined,
          (error: unknown) => error as Error,
        )
        expect(thrown).toMatchObject({
          name: 'SiwxError',
          code: expect.stringMatching(/^(FIELD|DOMAIN|ADDRESS)_(MALFORMED|MISSING)$/),
          field: name,
        })
        if (text) expect(thrown?.message).not.toContain(text)
      }
    },
  )
  it.each(['statement', 'uri', 'requestId', 'domain', 'nonce', 'address'] as const)(
    '[S15] a megabyte in %s is rejected at once',
    async name => {
      const long = 'a'.repeat(1_000_000)
      const started = performance.now()
      expect(
        await codeOf(
          buildMessage(fields('eip155', { [name]: name === 'uri' ? `https://${long}` : long })),
        ),
      ).toMatch(/MALFORMED$/)
      expect(
        await codeOf(
          parseMessage(formatSignIn(fields('eip155')).replace('\n\n\n', `\n\n${long}\n\n`)),
        ),
      ).toBe('MESSAGE_TOO_LONG')
      expect(performance.now() - started).toBeLessThan(2000)
    },
  )
  it.skipIf(!hasVectors)(
    '[S15] every hostile string is rejected, or kept unchanged, in any field',
    { tags: 'thorough' },
    () => {
      const { cases } = vectors<{ readonly input: string }>('hostile-strings')
      let refused = 0
      for (const { input: hostile } of cases) {
        for (const name of [
          'domain',
          'address',
          'statement',
          'uri',
          'nonce',
          'issuedAt',
          'requestId',
        ] as const) {
          for (const namespace of namespaces) {
            const message = { ...fieldsWritten(fields(namespace)), [name]: hostile }
            try {
              expect(readMessage(formatMessage(message))).toMatchObject(message)
            } catch (error) {
              expect(error).toMatchObject({ name: 'SiwxError' })
              refused++
            }
          }
        }
      }
      expect(refused).toBeGreaterThan(cases.length * 20)
    },
  )
  it('[S15] a value that is no text, and an unknown chain, are rejected', async () => {
    for (const none of [undefined, null, 1, {}, []])
      expect(await codeOf(parseMessage(none as unknown as string))).toBe('MESSAGE_MALFORMED')
    expect(
      await codeOf(parseMessage(formatSignIn(fields('eip155')).replace('Ethereum', 'Dogecoin'))),
    ).toBe('NAMESPACE_UNKNOWN')
    for (const chainId of ['cosmos:hub', 'constructor:1', '__proto__:1'] as const) {
      expect(await codeOf(buildMessage(fields('eip155', { chainId })))).toBe('NAMESPACE_UNKNOWN')
    }
  })
  it.each(namespaces)(
    '[S14] an address or a chain id on %s with extra characters before or after it is rejected, also where no checksum is read',
    async namespace => {
      const { address, chainId } = accounts[namespace]
      const codeWith = (change: Partial<SignInMessage>) =>
        codeOf(
          Promise.resolve().then(() =>
            readMessage(
              layOut({ ...fieldsWritten(fields(namespace)), address, chainId, ...change }),
            ),
          ),
        )
      expect(await codeWith({})).toBeUndefined()
      for (const other of [address.padStart(110, 'x'), address.padEnd(110, 'x')])
        expect(await codeWith({ address: other })).toBe('ADDRESS_MALFORMED')
      for (const other of [`x${chainId}`, `0x${chainId}`, `${chainId}x`, `${chainId}:1`])
        expect(await codeWith({ chainId: other })).toBe('FIELD_MALFORMED')
    },
  )
  it('[S14] a message names any network of Ethereum by its number, without leading zeros', async () => {
    const text = (chainId: string) => layOut({ ...fieldsWritten(fields('eip155')), chainId })
    expect(['0', '137', '42161'].map(chainId => readMessage(text(chainId)).network)).toEqual([
      'eip155:0',
      'eip155:137',
      'eip155:42161',
    ])
    expect(await codeOf(parseMessage(text('01')))).toBe('FIELD_MALFORMED')
  })
  it.each(namespaces)('[S14] an address on %s with a typing error is rejected', async namespace => {
    const { address } = accounts[namespace]
    const at = 12
    const swapped = address.slice(0, at) + (address[at] === 'a' ? 'b' : 'a') + address.slice(at + 1)
    // On Solana every 32 bytes are an address, so a typing error cannot be detected.
    if (namespace === 'solana')
      expect(await codeOf(buildMessage(fields(namespace, { address: `${address}1` })))).toBe(
        'ADDRESS_MALFORMED',
      )
    else
      expect(await codeOf(buildMessage(fields(namespace, { address: swapped })))).toBe(
        'ADDRESS_MALFORMED',
      )
  })
})
