/** Chains with one fault in what they say of themselves, their networks and their addresses. */
import {
  type Addresses,
  addressesCapability,
  type Networks,
  networksCapability,
} from '../src/contracts/capabilities/index.js'
import { type Chain, chainsSlot, type Network } from '../src/contracts/chain/index.js'
import type { Tamper } from './tally-rig.js'
import { replace } from './tampers.js'

/** Changes the first network of the chain. */
const network = (change: (network: Network) => object): Tamper => ({
  contribute: (item: Chain) =>
    'networks' in item
      ? {
          ...item,
          networks: item.networks.map((one, at) => (at ? one : { ...one, ...change(one) })),
        }
      : item,
})
const addresses = (change: (own: Addresses) => object): Tamper => ({
  offer: replace(addressesCapability, (own: Addresses) => ({ ...own, ...change(own) })),
})
const uri = (change: (text: string, ask: Parameters<NonNullable<Addresses['uri']>>) => string) =>
  addresses(own => ({
    uri: async (...ask: Parameters<NonNullable<Addresses['uri']>>) =>
      change((await own.uri?.(...ask)) ?? '', ask),
  }))

export const brokenDescriptions: readonly (readonly [
  fault: string,
  check: string,
  tamper: Tamper,
])[] = [
  [
    'a plugin that throws in setup',
    'setup',
    {
      setup() {
        throw new TypeError('window is not defined')
      },
    },
  ],
  [
    'a plugin that throws when it starts',
    'setup',
    { setup: context => context.onStart(() => Promise.reject(new TypeError('late'))) },
  ],
  [
    'a capability that is offered twice',
    'setup',
    {
      setup: context =>
        context.offer(networksCapability, 'tally', { defaultAccountType: 'eoa' } as Networks),
    },
  ],
  [
    'a chain that is contributed twice',
    'setup',
    {
      setup: context =>
        void context.contribute(chainsSlot, {
          id: 'tally2',
          name: 'Tally',
          networks: [{}],
        } as never),
    },
  ],
  [
    'a request that is sent in setup',
    'quiet page',
    { setup: () => void fetch('data:text/plain,hello').catch(() => undefined) },
  ],
  [
    'a network id with a blank',
    'identity',
    network(() => ({ id: 'ma in', caipNetworkId: 'tally:ma in' })),
  ],
  [
    'a network id that is too long for CAIP-2',
    'identity',
    network(() => ({ id: 'm'.repeat(33), caipNetworkId: `tally:${'m'.repeat(33)}` })),
  ],
  ['a network id without its namespace', 'identity', network(() => ({ caipNetworkId: 'main' }))],
  [
    'two networks with one id',
    'identity',
    {
      contribute: (item: Chain) =>
        'networks' in item ? { ...item, networks: [...item.networks, item.networks[0]] } : item,
    },
  ],
  ['a network without a name', 'identity', network(() => ({ name: ' ' }))],
  [
    'a coin with half a decimal',
    'identity',
    network(({ nativeCurrency }) => ({ nativeCurrency: { ...nativeCurrency, decimals: 0.5 } })),
  ],
  [
    'a coin without a symbol',
    'identity',
    network(({ nativeCurrency }) => ({ nativeCurrency: { ...nativeCurrency, symbol: '' } })),
  ],
  ['an endpoint that is no URL', 'identity', network(() => ({ rpcUrls: ['rpc.example'] }))],
  [
    'an explorer without a place for the hash',
    'identity',
    network(() => ({ explorer: { name: 'Tallyscan', transaction: 'https://tally.example/tx/' } })),
  ],
  [
    'a picture of a network at http',
    'pictures',
    network(() => ({ assets: { imageUrl: 'http://tally.example/coin.png' } })),
  ],
  [
    'a picture of a network as a path',
    'pictures',
    network(() => ({ assets: { imageUrl: '/coin.svg' } })),
  ],
  [
    'a picture of a network of a type that no image has',
    'pictures',
    network(() => ({ assets: { imageUrl: 'data:text/html;base64,PGI+' } })),
  ],
  [
    'a chain without a default type of account',
    'offers',
    {
      offer: replace(networksCapability, (own: Networks) => ({ ...own, defaultAccountType: '' })),
    },
  ],
  [
    'an address parser that keeps each spelling',
    'spellings',
    addresses(() => ({ parse: async (address: string) => ({ address }) })),
  ],
  [
    'an empty text that looks like an address',
    'addresses',
    addresses(() => ({ looksLike: () => true })),
  ],
  [
    'a short form that is longer than the address',
    'addresses',
    addresses(() => ({ shorten: (text: string) => `Account ${text}` })),
  ],
  ['a request for payment without a scheme', 'uri', uri(text => text.slice('tally:'.length))],
  [
    'a request for payment that leaves the amount out',
    'uri',
    uri(text => text.replace(/\?.*/, '')),
  ],
  [
    'a request for payment to what is no address',
    'uri',
    addresses(() => ({
      uri: async ({ address, amount }: { readonly address: string; readonly amount?: bigint }) =>
        `tally:${address}?amount=${amount}`,
    })),
  ],
]
