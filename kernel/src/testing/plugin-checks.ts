/** The contract of a chain plugin without a wallet. */
import { expect } from 'vitest'
import {
  addressesCapability,
  messagesCapability,
  networksCapability,
  transactionsCapability,
} from '../contracts/capabilities/index.js'
import { AddressError, chainsSlot, namespaceOf } from '../contracts/chain/index.js'
import type { ChainCheck } from './chain-rig.js'
import { check, never } from './check-bench.js'

export const pluginChecks: readonly ChainCheck[] = [
  check(
    'identity',
    'sets up in a kernel without a window, and identifies itself',
    async ({ rig, kernel }) => {
      const own = kernel.items(chainsSlot)
      expect(
        own.map(chain => chain.id),
        'contributes itself to the chains, once',
      ).toEqual([rig.namespace])
      for (const network of own[0]?.networks ?? []) {
        expect(network, 'a network names its namespace and its CAIP-2 id').toMatchObject({
          namespace: rig.namespace,
          caipNetworkId: `${rig.namespace}:${network.id}`,
        })
      }
      expect(own[0]?.networks.some(network => network.caipNetworkId === rig.network)).toBe(true)
      return undefined
    },
  ),
  check('own namespace', 'offers nothing outside its namespace', async ({ rig, kernel }) => {
    for (const { place } of kernel.inspect().registry) {
      const [kind, capability, scope = ''] = place.split(' ')
      if (kind === 'capability')
        expect(namespaceOf(scope), `${capability} is offered at ${scope}`).toBe(rig.namespace)
    }
    return undefined
  }),
  check(
    'offers',
    'offers the required capabilities: addresses, networks, messages, transactions',
    async ({ rig, kernel }) => {
      for (const ref of [
        addressesCapability,
        networksCapability,
        messagesCapability,
        transactionsCapability,
      ])
        expect(kernel.capability<unknown>(ref as never, rig.network), ref.id).toBeDefined()
      return undefined
    },
  ),
  check(
    'addresses',
    'parses valid addresses, each to one canonical text',
    async ({ rig, offered }) => {
      const offer = offered(addressesCapability)
      for (const text of rig.addresses.good) {
        expect(offer?.looksLike(text), `${text} looks like an address`).toBe(true)
        const parsed = await offer?.parse(text, rig.network, never())
        expect(parsed?.address).toBeTruthy()
        expect(
          (await offer?.parse(parsed?.address ?? '', rig.network, never()))?.address,
          'reading the canonical text again changes nothing',
        ).toBe(parsed?.address)
        expect(offer?.shorten(text).length).toBeLessThanOrEqual(text.length)
      }
      return undefined
    },
  ),
  check('bad addresses', 'rejects invalid addresses with a message', async ({ rig, offered }) => {
    const offer = offered(addressesCapability)
    for (const text of rig.addresses.bad)
      await expect(offer?.parse(text, rig.network, never()), `"${text}"`).rejects.toBeInstanceOf(
        AddressError,
      )
    return undefined
  }),
]
