/** Checks of signatures with a connected wallet. */
import { expect } from 'vitest'
import type { Account } from '../contracts/account/index.js'
import { messagesCapability, type SignInFields } from '../contracts/capabilities/index.js'
import { chainsSlot } from '../contracts/chain/index.js'
import type { ChainCheck, CheckResult } from './chain-rig.js'
import {
  type Connected,
  expectDeclined,
  expectGivenUp,
  never,
  notChecked,
  notOffered,
  type WalletBench,
  walletCheck,
} from './check-bench.js'

export const greeting = 'Portico says hello, ünïcode and all'

/** A check of messages, with the chain's capability. */
const messageCheck = (
  id: string,
  name: string,
  run: (
    bench: WalletBench &
      Connected & {
        readonly offer: NonNullable<ReturnType<typeof offerOf>>
        readonly other: Account | undefined
      },
  ) => Promise<CheckResult | undefined>,
) =>
  walletCheck(id, name, async bench => {
    const offer = offerOf(bench)
    if (!offer) return notOffered('messages')
    return bench.connected(async made => {
      if (made.via.supports?.(messagesCapability) === false)
        return notChecked('the wallet of the rig cannot sign')
      return run({ ...bench, ...made, offer, other: strangerOf(bench, made.from) })
    })
  })
const offerOf = ({ offered }: WalletBench) => offered(messagesCapability)
/** An account that did not sign: the recipient of the transfer, or another valid address. */
const strangerOf = (
  { rig }: WalletBench,
  { namespace, type, connection, address: own }: Account,
): Account | undefined => {
  const address = rig.transfer?.to ?? rig.addresses.good.find(one => one !== own)
  return address === undefined ? undefined : { namespace, address, type, connection }
}

/** Aborts a request to a wallet that does not respond. */
export async function giveUp(
  wallet: WalletBench['wallet'],
  start: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const { prompts, listeners } = wallet
  wallet.policy = 'hang'
  await expectGivenUp(start, () => wallet.prompts > prompts)
  expect(wallet.listeners, 'and leaves no listener at the wallet').toBe(listeners)
  wallet.policy = 'approve'
}

/** A CAIP-122 message of the chain's name and the fields. */
function signInText(
  chain: string,
  { domain, address, statement, uri, version, chainId, nonce, issuedAt }: SignInFields,
): string {
  const [, reference] = chainId.split(':')
  const head = `${domain} wants you to sign in with your ${chain} account:\n${address}`
  return `${head}\n\n${statement}\n\nURI: ${uri}\nVersion: ${version}\nChain ID: ${reference}\nNonce: ${nonce}\nIssued At: ${issuedAt}`
}

const signInFields = (address: string, chainId: SignInFields['chainId']): SignInFields => ({
  domain: 'portico.example',
  address,
  uri: 'https://portico.example/login',
  version: '1',
  chainId,
  nonce: 'k3XrZ0bQ9dYwLm2T',
  issuedAt: '2026-01-02T03:04:05.000Z',
  statement: 'Sign in to Portico.',
})

/** In the order in which a person meets them. */
export const messageChecks: readonly ChainCheck[] = [
  messageCheck('sign', 'signs a text with one prompt', async ({ wallet, offer, via, from }) => {
    const prompts = wallet.prompts
    const signed = await offer.sign(via, from, greeting, never())
    expect(signed).toMatchObject({
      signature: expect.stringMatching(/./),
      scheme: expect.stringMatching(/./),
    })
    expect(wallet.prompts - prompts, 'the wallet prompts once').toBe(1)
    return undefined
  }),
  messageCheck(
    'verify',
    'verifies its own signature and no other',
    async ({ wallet, offer, via, from, other }) => {
      const signed = await offer.sign(via, from, greeting, never())
      const { prompts } = wallet
      expect(
        await offer.verify(from, greeting, signed, never()),
        'its own signature verifies',
      ).toBe(true)
      expect(
        await offer.verify(from, 'Portico says farewell', signed, never()),
        'that of another text does not',
      ).toBe(false)
      if (other)
        expect(
          await offer.verify(other, greeting, signed, never()),
          'nor that of another account',
        ).toBe(false)
      for (const text of [`${greeting} `, greeting.toLowerCase(), ''])
        expect(
          await offer.verify(from, text, signed, never()).catch(() => false),
          `that of ${JSON.stringify(text)} does not: each character counts`,
        ).toBe(false)
      for (const signature of ['', 'x', signed.signature.slice(0, -8)])
        expect(
          await offer.verify(from, greeting, { ...signed, signature }, never()).catch(() => false),
          'a signature that is cut off does not',
        ).toBe(false)
      expect(wallet.prompts, 'and the wallet is not asked').toBe(prompts)
      return undefined
    },
  ),
  messageCheck(
    'decline to sign',
    'passes on a rejected signature',
    async ({ wallet, offer, via, from }) => {
      wallet.policy = 'decline'
      await expectDeclined(offer.sign(via, from, 'no', never()), 'DECLINED')
      wallet.policy = 'approve'
      return undefined
    },
  ),
  messageCheck(
    'give up signing',
    'ends an aborted signature request',
    async ({ wallet, offer, via, from }) => {
      await giveUp(wallet, signal => offer.sign(via, from, greeting, signal))
      return undefined
    },
  ),
  messageCheck(
    'several signers',
    'signs with each account for itself',
    async ({ wallet, offer, via, walletSession }) => {
      const [first, second] = via.accounts
      if (!first || !second) return notChecked('the wallet of the rig has one account')
      expect(walletSession.report.accounts.length).toBe(via.accounts.length)
      wallet.policy = 'approve'
      const signed = await offer.sign(via, second, greeting, never())
      expect(
        await offer.verify(second, greeting, signed, never()),
        'the second account signed',
      ).toBe(true)
      expect(await offer.verify(first, greeting, signed, never()), 'and not the first').toBe(false)
      return undefined
    },
  ),
  messageCheck(
    'sign in',
    'signs in with one prompt, and a message of this site, account and time',
    async ({ kernel, wallet, offer, via, from }) => {
      const fields = signInFields(from.address, via.network)
      const prompts = wallet.prompts
      const own = await offer.signIn?.(via, from, fields, never())
      const text = own?.text ?? signInText(kernel.items(chainsSlot)[0]?.name ?? '', fields)
      const signed = own ?? (await offer.sign(via, from, text, never()))
      expect(wallet.prompts - prompts, 'the wallet prompts once').toBe(1)
      for (const word of [fields.domain, fields.address, fields.nonce])
        expect(text, 'names the site, the account and the nonce').toContain(word)
      expect(await offer.verify(from, text, signed, never()), 'it verifies').toBe(true)
      expect(
        await offer.verify(from, text.replace(fields.nonce, 'k3XrZ0bQ9dYwLm2U'), signed, never()),
        'and not for another nonce',
      ).toBe(false)
      return undefined
    },
  ),
  messageCheck(
    'verifier',
    'has a verifier for servers that accepts its sign-in, and nothing else',
    async ({ rig, kernel, offer, via, from, other }) => {
      const { verifier, addresses } = rig
      if (!verifier) return notChecked('the rig names no `verifier`')
      const { name } = kernel.items(chainsSlot)[0] ?? {}
      expect(verifier.name, 'the name of the chain in the slot `chains`').toBe(name)
      const fields = signInFields(from.address, via.network)
      const own = await offer.signIn?.(via, from, fields, never())
      const text = own?.text ?? signInText(name ?? '', fields)
      const signed = own ?? (await offer.sign(via, from, text, never()))
      const accepts = async (address: string, said: string, signature: string) => {
        const details = { ...signed, network: via.network }
        const verdict = (async () => verifier.verify(address, said, signature, details))()
        return !!(await verdict.catch(() => false))
      }
      const { signature } = signed
      expect(await accepts(from.address, text, signature), 'the sign-in is accepted').toBe(true)
      const forged = text.replace(fields.nonce, 'k3XrZ0bQ9dYwLm2U')
      expect(await accepts(from.address, forged, signature), 'not with another nonce').toBe(false)
      if (other)
        expect(await accepts(other.address, text, signature), 'not for another').toBe(false)
      for (const cut of ['', 'x', signature.slice(0, -8)])
        expect(await accepts(from.address, text, cut), 'no signature that is cut off').toBe(false)
      for (const bad of verifier.canonicalAddress ? addresses.bad : [])
        expect(
          await verifier.canonicalAddress?.(bad),
          `"${bad}" is no address of a session`,
        ).toBeUndefined()
      if (verifier.canonicalAddress)
        expect(await verifier.canonicalAddress(from.address)).toBe(from.address)
      return undefined
    },
  ),
  messageCheck(
    'aborted before',
    'sends no request whose signal has aborted already',
    async ({ wallet, offer, via, from }) => {
      const { prompts } = wallet
      await expect(
        offer.sign(via, from, greeting, AbortSignal.abort()),
        'the signature is rejected',
      ).rejects.toBeDefined()
      expect(wallet.prompts, 'the wallet is not asked').toBe(prompts)
      return undefined
    },
  ),
  messageCheck(
    'typed data',
    'signs typed data with one prompt, and passes on a rejection',
    async ({ rig, wallet, offer, via, from }) => {
      if (!offer.signTyped) return notOffered('messages.signTyped')
      if (rig.typedData === undefined) return notChecked('the rig names no `typedData`')
      wallet.policy = 'decline'
      await expectDeclined(offer.signTyped(via, from, rig.typedData, never()), 'DECLINED')
      wallet.policy = 'approve'
      const { prompts } = wallet
      const signed = await offer.signTyped(via, from, rig.typedData, never())
      expect(signed).toMatchObject({
        signature: expect.stringMatching(/./),
        scheme: expect.stringMatching(/./),
      })
      expect(wallet.prompts - prompts, 'the wallet prompts once').toBe(1)
      return undefined
    },
  ),
]
