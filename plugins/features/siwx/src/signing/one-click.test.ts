import type { SessionSignedIn } from '@portico/kernel/session'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accounts, otherAccounts } from '../../test/accounts.js'
import type { SiwxContext } from '../refs.js'
import { createClock } from '../sessions/clock.js'
import { localStorage } from '../sessions/local-storage.js'
import { toCacao } from '../verify/cacao.js'
import { formatSignIn } from '../verify/message.js'
import { type Recap, withRecap } from '../verify/recap.js'
import { verifySignature } from '../verify/verify-signature.js'
import { createOneClick } from './one-click.js'

const { eip155: ada } = accounts
const recap: Recap = { att: { 'https://notes.example': { 'request/personal_sign': [{}] } } }
beforeEach(() => {
  vi.stubGlobal('location', { host: 'app.example', origin: 'https://app.example' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})
const never = new AbortController().signal
/** The chain's verification, with the verifiers of this package. */
const context = {
  capability: () => ({
    verify: (
      { namespace, address }: { namespace: 'eip155'; address: string },
      text: string,
      { signature }: { signature: string },
    ) =>
      verifySignature({ namespace, address, text, signature }).then(
        () => true,
        () => false,
      ),
  }),
} as unknown as SiwxContext
const target = {
  connection: 'eip155/walletconnect',
  network: ada.network,
  account: {
    namespace: 'eip155',
    address: ada.address,
    type: 'eoa',
    connection: 'eip155/walletconnect',
  },
} as const

type Change = {
  readonly by?: typeof ada
  readonly granted?: boolean
  readonly fields?: Readonly<Record<string, unknown>>
  readonly says?: string
}
async function signed(
  request: object,
  { by = ada, granted = false, fields = {}, says }: Change = {},
): Promise<SessionSignedIn> {
  const plain = {
    ...request,
    address: ada.address,
    version: '1',
    chainId: ada.network,
    issuedAt: new Date().toISOString(),
    ...fields,
  } as Parameters<typeof formatSignIn>[0]
  const text = says ?? formatSignIn(granted ? withRecap(plain, recap) : plain)
  const signature = await by.sign(text)
  const { p, ...rest } = toCacao({
    message: says ? formatSignIn(plain) : text,
    signature,
    scheme: 'eip191',
  })
  return {
    text,
    signature,
    scheme: 'eip191',
    account: `${ada.network}:${ada.address}`,
    cacao: { ...rest, p: { ...p } },
  }
}
const open = () => {
  const nonces = ['a', 'b', 'c']
  const storage = {
    ...localStorage,
    nonce: async () => ({ nonce: (nonces.shift() ?? '').repeat(32) }),
  }
  return createOneClick(
    context,
    { statement: 'Read your notes.', resources: ['https://notes.example/mine'] },
    { clock: createClock(), storage },
  )
}

describe('signing in along with a remote session', () => {
  it.each([[false], [true]])(
    '[S3.55] a one-click sign-in gives a session with its cacao, with capabilities (%s) only where the signed text names them',
    async granted => {
      const oneClick = open()
      const request = await oneClick.ask(ada.network, never)
      expect(request).toMatchObject({
        domain: 'app.example',
        uri: 'https://app.example',
        nonce: 'a'.repeat(32),
        statement: 'Read your notes.',
      })
      await oneClick.receive(await signed(request, { granted }), never)
      expect(oneClick.take(target)).toMatchObject({
        fields: { domain: 'app.example', address: ada.address },
        cacao: { h: { t: 'caip122' }, p: { domain: 'app.example' } },
      })
      expect(oneClick.take(target)).toBeUndefined()
    },
  )

  it('[S14] a one-click sign-in is discarded when its connection ends, or when it expires', async () => {
    const oneClick = open()
    const receive = async () =>
      oneClick.receive(await signed(await oneClick.ask(ada.network, never)), never)
    await receive()
    oneClick.drop('eip155/other')
    expect(oneClick.take(target)).toBeDefined()
    await receive()
    oneClick.drop()
    expect(oneClick.take(target)).toBeUndefined()
    await receive()
    const later = Date.now() + 8 * 24 * 3_600_000
    const spy = vi.spyOn(Date, 'now').mockReturnValue(later)
    expect(oneClick.take(target)).toBeUndefined()
    spy.mockRestore()
  })

  it.each<[string, Change]>([
    ['by another account', { by: otherAccounts.eip155 }],
    ['for another domain', { fields: { domain: 'evil.example' } }],
    ['for another page', { fields: { uri: 'https://evil.example' } }],
    ['with another nonce', { fields: { nonce: 'b'.repeat(32) } }],
    ['with other words', { fields: { statement: 'Sell my notes.' } }],
    ['without an end', { fields: { expirationTime: undefined } }],
    ['with a beginning', { fields: { notBefore: new Date().toISOString() } }],
    ['for other things', { fields: { resources: ['https://notes.example/yours'] } }],
    ['an hour ago', { fields: { issuedAt: new Date(Date.now() - 3_600_000).toISOString() } }],
    ['in an hour', { fields: { issuedAt: new Date(Date.now() + 3_600_000).toISOString() } }],
    ['for another account', { fields: { address: otherAccounts.eip155.address } }],
    ['in another format', { says: 'Hello' }],
  ])(
    '[S14] [S15] [S35] a one-click sign-in is rejected when it was signed %s',
    async (_, change) => {
      const oneClick = open()
      const request = await oneClick.ask(ada.network, never)
      await expect(oneClick.receive(await signed(request, change), never)).rejects.toThrow()
      expect(oneClick.take(target)).toBeUndefined()
    },
  )
})
