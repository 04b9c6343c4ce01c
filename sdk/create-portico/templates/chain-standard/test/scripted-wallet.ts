import { scriptedStandardWallet } from '@portico/kernel/testing'

interface Input {
  readonly account: { readonly address: string }
  readonly message: Uint8Array
}
const accountOf = (address: string) => ({ address, publicKey: new Uint8Array(32) })

/** A wallet that registers itself in the page, for the suite and for the page. */
export const scriptedWallet = (target: EventTarget) =>
  scriptedStandardWallet({
    name: 'My Chain Wallet',
    target,
    chains: ['my-chain:main', 'my-chain:test'],
    accounts: [accountOf('c-ada'), accountOf('c-grace')],
    // They run when the person has approved. Sign with real keys here.
    methods: {
      'my-chain:signMessage': ({ account, message }: Input) => ({
        signature: `${account.address} says ${new TextDecoder().decode(message)}`,
      }),
      'my-chain:signAndSend': () => ({ hash: 'hash' }),
    },
  })
