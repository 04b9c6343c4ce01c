/** What a chain plugin owes by itself, without a wallet. */
import { expect } from 'vitest'
import { AddressError, addresses, chains, messages, namespaceOf, networks, transactions } from '../contracts/index.js'
import type { ChainCheck } from './chain-rig.js'
import { check, never } from './check-bench.js'

export const pluginChecks: readonly ChainCheck[] = [
  check('identity', 'stands in a kernel that has no window, and says who it is', async ({ rig, kernel }) => {
    const own = kernel.items(chains)
    expect(
      own.map(chain => chain.id),
      'contributes itself to the chains, once',
    ).toEqual([rig.namespace])
    for (const network of own[0]?.networks ?? []) {
      expect(network, 'a network names its namespace and its CAIP-2 id').toMatchObject({
        chainNamespace: rig.namespace,
        caipNetworkId: `${rig.namespace}:${network.id}`,
      })
    }
    expect(own[0]?.networks.some(network => network.caipNetworkId === rig.network)).toBe(true)
    return undefined
  }),
  check('own namespace', 'offers nothing outside its namespace', async ({ rig, kernel }) => {
    for (const { place } of kernel.inspect().shelf) {
      const [kind, capability, scope = ''] = place.split(' ')
      if (kind === 'capability') expect(namespaceOf(scope), `${capability} is offered at ${scope}`).toBe(rig.namespace)
    }
    return undefined
  }),
  check('offers', 'offers what every chain owes: addresses, networks, messages, transactions', async ({ rig, kernel }) => {
    for (const ref of [addresses, networks, messages, transactions]) expect(kernel.capability<unknown>(ref as never, rig.network), ref.id).toBeDefined()
    return undefined
  }),
  check('addresses', 'reads good addresses, to one canonical text each', async ({ rig, offered }) => {
    const offer = offered(addresses)
    for (const text of rig.addresses.good) {
      expect(offer?.looksLike(text), `${text} looks like an address`).toBe(true)
      const parsed = await offer?.parse(text, rig.network, never())
      expect(parsed?.address).toBeTruthy()
      expect((await offer?.parse(parsed?.address ?? '', rig.network, never()))?.address, 'reading the canonical text again changes nothing').toBe(
        parsed?.address,
      )
      expect(offer?.shorten(text).length).toBeLessThanOrEqual(text.length)
    }
    return undefined
  }),
  check('bad addresses', 'refuses bad addresses with a sentence', async ({ rig, offered }) => {
    const offer = offered(addresses)
    for (const text of rig.addresses.bad) await expect(offer?.parse(text, rig.network, never()), `"${text}"`).rejects.toBeInstanceOf(AddressError)
    return undefined
  }),
]
