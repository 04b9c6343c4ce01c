import type { Hex } from '../accounts.js'

export interface PolkadotDevAccount {
  readonly name: string
  /** With the prefix 42, which belongs to no network. */
  readonly address: string
  /** sr25519; what the chain knows the account by. */
  readonly publicKey: Hex
  /** The 32 bytes that the key pair is made of (a mini secret). */
  readonly seed: Hex
}

/**
 * The public phrase of every Substrate tool. The accounts below come from it by `//Alice`, `//Bob`
 * and so on.
 */
export const polkadotDevMnemonic =
  'bottom drive obey lake curtain smoke basket hold race lonely fit walk'

/**
 * PUBLIC TEST KEYS of every Substrate node. Never fund them on a public
 * network.
 *
 * On the devnet the first four hold 10,000 ROC each.
 */
export const polkadotDevAccounts = [
  {
    name: 'Alice',
    address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
    publicKey: '0xd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d',
    seed: '0xe5be9a5092b81bca64be81d212e7f2f9eba183bb7a90954f7b76361f6edb5c0a',
  },
  {
    name: 'Bob',
    address: '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty',
    publicKey: '0x8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48',
    seed: '0x398f0c28f98885e046333d4a41c19cee4c37368a9832c6502f6cfd182e2aef89',
  },
  {
    name: 'Charlie',
    address: '5FLSigC9HGRKVhB9FiEo4Y3koPsNmBmLJbpXg2mp1hXcS59Y',
    publicKey: '0x90b5ab205c6974c9ea841be688864633dc9ca8a357843eeacf2314649965fe22',
    seed: '0xbc1ede780f784bb6991a585e4f6e61522c14e1cae6ad0895fb57b9a205a8f938',
  },
  {
    name: 'Dave',
    address: '5DAAnrj7VHTznn2AWBemMuyBwZWs6FNFjdyVXUeYum3PTXFy',
    publicKey: '0x306721211d5404bd9da88e0204360a1a9ab8b87c66c1bc2fcdd37f3c2222cc20',
    seed: '0x868020ae0687dda7d57565093a69090211449845a7e11453612800b663307246',
  },
  {
    name: 'Eve',
    address: '5HGjWAeFDfFCWPsjFQdVV2Msvz2XtMktvgocEZcCj68kUMaw',
    publicKey: '0xe659a7a1628cdd93febc04a4e0646ea20e9f5f0ce097d9a05290d4a9e054df4e',
    seed: '0x786ad0e2df456fe43dd1f91ebca22e235bc162e0bb8d53c633e8c85b2af68b7a',
  },
  {
    name: 'Ferdie',
    address: '5CiPPseXPECbkjWCa6MnjNokrgYjMqmKndv2rSnekmSK2DjL',
    publicKey: '0x1cbd2d43530a44705ad088af313e18f80b53ef16b36177cd4b77b846f2a5f07c',
    seed: '0x42438b7883391c05512a938e36c2df0131e088b3756d6aa7a755fbff19d2f842',
  },
] as const satisfies readonly PolkadotDevAccount[]
