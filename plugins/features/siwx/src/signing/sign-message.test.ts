import type { SignInFields } from '@portico/kernel/capabilities'
import { expect, it, vi } from 'vitest'
import type { SiwxContext } from '../refs.js'
import { signWith } from './sign-message.js'

const target = {
  connection: 'tally/ada',
  account: { namespace: 'tally', address: 't_ada', type: 'eoa', connection: 'tally/ada' },
  network: 'tally:main',
} as const
const request = {
  text: 'Let me in.',
  domain: 'app.example',
  warnings: [],
  resources: [],
  allows: [],
}
/** The wallet as its connection reports it at the moment of the request. */
const contextOf = (network: string, address: string) => {
  const sign = vi.fn(async () => ({ signature: '0x1', type: 'tally' }))
  const signIn = vi.fn(async () => undefined)
  const live = () => ({ network, accounts: [{ namespace: 'tally', address, type: 'eoa' }] })
  const context = {
    use: () => ({ live }),
    capability: () => ({ sign, signIn, verify: async () => true }),
  }
  return { sign, signIn, context: context as unknown as SiwxContext }
}
const signOn = ({ context }: ReturnType<typeof contextOf>) =>
  signWith(context, target, request, {} as SignInFields, {}, new AbortController().signal)

it.each([
  ['account', 'tally:main', 't_eve'],
  ['network', 'tally:side', 't_ada'],
])(
  '[S24] a wallet whose %s changed after the text was shown gets no request to sign it',
  async (_what, network, address) => {
    const changed = contextOf(network, address)
    await expect(signOn(changed)).rejects.toMatchObject({ code: 'TARGET_CHANGED' })
    expect(changed.signIn).not.toHaveBeenCalled()
    expect(changed.sign).not.toHaveBeenCalled()
  },
)

it('a wallet that is still on the account and network of the text gets the request to sign it', async () => {
  const same = contextOf('tally:main', 't_ada')
  await expect(signOn(same)).resolves.toMatchObject({ text: 'Let me in.', signature: '0x1' })
  expect(same.sign).toHaveBeenCalledTimes(1)
})
