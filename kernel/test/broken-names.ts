/** Chains whose names for addresses break one promise each. */
import { type Names, namesCapability } from '../src/contracts/capabilities/index.js'
import type { Tamper } from './tally-rig.js'
import { replace } from './tampers.js'

const naming = (change: (own: Required<Names>) => Partial<Names>): Tamper => ({
  offer: replace(namesCapability, (own: Required<Names>) => ({ ...own, ...change(own) })),
})
const never = new AbortController().signal

export const brokenNames: readonly (readonly [fault: string, check: string, tamper: Tamper])[] = [
  [
    'a name service that takes an address for a name',
    'names',
    naming(({ looksLike }) => ({ looksLike: text => looksLike(text) || text.startsWith('t_') })),
  ],
  [
    'a name service that takes an empty text for a name',
    'names',
    naming(({ looksLike }) => ({ looksLike: text => !text || looksLike(text) })),
  ],
  ['a name service that knows no name', 'names', naming(() => ({ looksLike: () => false }))],
  [
    'a name service that finds nothing',
    'names',
    naming(() => ({ resolve: async () => undefined })),
  ],
  [
    'a name service with addresses in another spelling than the chain writes',
    'names',
    naming(({ resolve }) => ({
      resolve: async (...ask) => (await resolve(...ask))?.toUpperCase(),
    })),
  ],
  [
    'a name service that gives every name an account',
    'names',
    naming(({ resolve }) => ({ resolve: async (...ask) => (await resolve(...ask)) ?? 't_eve' })),
  ],
  [
    'a name service that throws for a name without an account',
    'names',
    naming(({ resolve }) => ({
      async resolve(...ask) {
        const address = await resolve(...ask)
        if (!address) throw new TypeError('not found')
        return address
      },
    })),
  ],
  [
    'a name service that answers after its signal has aborted',
    'names',
    naming(({ resolve }) => ({ resolve: (name, network) => resolve(name, network, never) })),
  ],
  [
    'a name service that believes what an address claims',
    'names',
    naming(() => ({ reverse: async () => ({ name: 'ada.tally' }) })),
  ],
  [
    'a name of an address that does not lead back to it',
    'names',
    naming(({ reverse }) => ({
      reverse: async (...ask) => (await reverse(...ask)) && { name: 'nobody.tally' },
    })),
  ],
  [
    'a name with a picture at http',
    'names',
    naming(({ reverse }) => ({
      async reverse(...ask) {
        const found = await reverse(...ask)
        return found && { ...found, imageUrl: 'http://names.example/ada.png' }
      },
    })),
  ],
]
