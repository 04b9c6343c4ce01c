/** Checks of names for addresses. */
import { expect } from 'vitest'
import {
  addressesCapability,
  type Names,
  namesCapability,
} from '../contracts/capabilities/index.js'
import type { ChainCheck, ChainRig } from './chain-rig.js'
import { answerInTime, check, never, notChecked, notOffered } from './check-bench.js'
import { expectPicture } from './plugin-checks.js'

export const nameChecks: readonly ChainCheck[] = [
  check(
    'names',
    'resolves its names, and names an address only where the name leads back to it',
    async ({ rig, kernel, offered }) => {
      const services = kernel.capabilities(namesCapability, rig.network).map(({ value }) => value)
      if (!services.length) return notOffered('names')
      if (!rig.names) return notChecked('the rig names no `names`')
      const { known, unknown, claimed = [] } = rig.names
      expectNoNames(services, rig)
      for (const { name, address } of known) {
        const parsed = await offered(addressesCapability)?.parse(address, rig.network, never())
        for (const service of servicesFor(services, name))
          await expectName(service, rig, name, parsed?.address ?? address)
      }
      for (const service of servicesFor(services, unknown))
        expect(
          await answerInTime('resolve', service.resolve(unknown, rig.network, never())),
          `${unknown} belongs to no account`,
        ).toBeUndefined()
      for (const service of services)
        for (const address of claimed)
          expect(
            await answerInTime('reverse', service.reverse?.(address, rig.network, never())),
            `${address} claims a name whose own record says another address`,
          ).toBeUndefined()
      return undefined
    },
  ),
]

/** Fails for a service that takes an address, or an empty text, for a name. */
function expectNoNames(services: readonly Names[], rig: ChainRig): void {
  for (const text of [...rig.addresses.good, '', ' '])
    expect(
      services.some(service => service.looksLike(text)),
      `"${text}" looks like no name`,
    ).toBe(false)
}

/** The services that a name is for, at least one. */
function servicesFor(services: readonly Names[], name: string): readonly Names[] {
  const found = services.filter(service => service.looksLike(name))
  expect(found, `${name} looks like a name`).not.toEqual([])
  return found
}

/** Fails for a service that does not lead from the name to the address, and back. */
async function expectName(
  service: Names,
  { network }: ChainRig,
  name: string,
  address: string,
): Promise<void> {
  const resolve = (text: string, signal = never()) =>
    answerInTime('resolve', service.resolve(text, network, signal))
  expect(await resolve(name), `the account of ${name}`).toBe(address)
  await expect(
    resolve(name, AbortSignal.abort()),
    '`resolve` ends with its signal',
  ).rejects.toBeDefined()
  const found = await answerInTime('reverse', service.reverse?.(address, network, never()))
  if (!found) return
  expect(await resolve(found.name), `${found.name}, the name of ${address}, leads back to it`).toBe(
    address,
  )
  if (found.imageUrl) expectPicture(found.imageUrl)
}
