/** Signing in with a Safe, on Anvil, against the contracts that its authors compiled. */
import { type Devnet, startDevnet } from '@portico/devnet'
import { createRpc, formatSignIn, verifySession } from '@portico/plugin-siwx/verify'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SafeAccount, safeAccounts, signForSafe } from '../fixtures/safe-accounts.js'

const [ada, bob, eve] = [
  privateKeyToAccount(`0x${'33'.repeat(32)}`),
  privateKeyToAccount(`0x${'44'.repeat(32)}`),
  privateKeyToAccount(`0x${'55'.repeat(32)}`),
]
const owners = [ada, bob]
const nonce = '0123456789abcdef'
let devnet: Devnet
let safe: SafeAccount
let otherSafe: SafeAccount
beforeAll(async () => {
  devnet = await startDevnet({ chains: [1] })
  const make = await safeAccounts(devnet.chain(1).url)
  ;[safe, otherSafe] = [await make(owners), await make(owners)]
}, 60_000)
afterAll(() => devnet?.stop())

const message = () =>
  formatSignIn({
    domain: 'app.example',
    address: safe.address,
    uri: 'https://app.example/login',
    version: '1',
    chainId: 'eip155:1',
    nonce,
    issuedAt: '2026-01-01T00:00:00.000Z',
  })
const judge = (signature: string) => {
  const rpc = createRpc({ 'eip155:1': devnet.chain(1).url })
  return verifySession(
    { message: message(), signature },
    { domain: 'app.example', nonce, now: Date.parse('2026-01-01T00:00:00Z'), rpc },
  )
}

describe('a Safe with two owners', () => {
  it('[D29f] a Safe signs in when both owners signed its message', async () => {
    expect(await judge(await signForSafe(safe, message(), owners))).toMatchObject({
      scheme: 'eip1271',
    })
  })

  it.each<[string, () => Promise<string>]>([
    ['one owner signed', () => signForSafe(safe, message(), [ada])],
    ['one of the signers is no owner', () => signForSafe(safe, message(), [ada, eve])],
    ['the owners signed another text', () => signForSafe(safe, `${message()} `, owners)],
    [
      'the owners signed for another Safe of theirs',
      () => signForSafe(otherSafe, message(), owners),
    ],
    [
      'the owners signed for another chain',
      () => signForSafe({ ...safe, chainId: 10 }, message(), owners),
    ],
    ['an owner signed for their own account', () => ada.signMessage({ message: message() })],
    ['the signature is cut', async () => (await signForSafe(safe, message(), owners)).slice(0, -2)],
    ['the signature is made up', async () => `0x${'de'.repeat(65)}`],
  ])('[S14] [S35] a sign-in of a Safe is refused when %s', async (_, sign) => {
    await expect(judge(await sign())).rejects.toMatchObject({ code: 'SIGNATURE_WRONG' })
  })
})
