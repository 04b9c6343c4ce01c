/** The contract of a chain plugin without a wallet. */
import { expect } from 'vitest'
import {
  addressesCapability,
  messagesCapability,
  networksCapability,
} from '../contracts/capabilities/index.js'
import {
  AddressError,
  chainsSlot,
  isNetworkId,
  type Network,
  namespaceOf,
} from '../contracts/chain/index.js'
import { parseImage } from '../contracts/wallet/index.js'
import { createKernel } from '../kernel.js'
import type { ChainCheck } from './chain-rig.js'
import { check, expectQuiet, never, notChecked, notOffered } from './check-bench.js'

export const pluginChecks: readonly ChainCheck[] = [
  check(
    'setup',
    'sets up and starts in a kernel without a window, and contributes its chain once',
    async ({ rig, kernel, reported }) => {
      await kernel.start()
      expectQuiet(reported, 'in start')
      expect(
        kernel.items(chainsSlot).map(chain => chain.id),
        'the items of the slot `chains`',
      ).toEqual([rig.namespace])
      return undefined
    },
  ),
  {
    id: 'quiet page',
    name: 'sends no request and does not touch the wallet before a person opens the modal',
    async run({ plugin, wallet }) {
      const requests: string[] = []
      const before = globalThis.fetch
      globalThis.fetch = (input, init) => {
        requests.push(String(input instanceof Request ? input.url : input))
        return before(input, init)
      }
      const prompts = wallet?.prompts
      const listeners = wallet?.listeners
      const kernel = createKernel({ plugins: [plugin()], onError: () => undefined })
      try {
        await kernel.start()
        await new Promise(resolve => setTimeout(resolve, 20))
        expect(requests, 'requests of `setup` and `onStart`').toEqual([])
        expect(wallet?.prompts, 'no prompt').toBe(prompts)
        expect(wallet?.listeners, 'no listener at the wallet').toBe(listeners)
        return 'pass'
      } finally {
        kernel.dispose()
        globalThis.fetch = before
      }
    },
  },
  check('identity', 'describes itself and its networks', async ({ rig, kernel }) => {
    const [own] = kernel.items(chainsSlot)
    expect(own?.name.trim(), 'a chain has a name').toMatch(/./)
    const networks = own?.networks ?? []
    expect(networks.length, 'a chain has a network').toBeGreaterThan(0)
    for (const network of networks) expectNetwork(network, rig.namespace)
    const ids = networks.map(network => network.caipNetworkId)
    expect(ids, 'each network once').toEqual([...new Set(ids)])
    expect(ids, 'the network of the rig is one of them').toContain(rig.network)
    return undefined
  }),
  check(
    'pictures',
    'names pictures that the modal shows: `https:`, or a `data:` image in base64',
    async ({ kernel }) => {
      const pictures = kernel
        .items(chainsSlot)
        .flatMap(chain => chain.networks)
        .flatMap(({ assets }) => assets?.imageUrl ?? [])
      if (!pictures.length) return notOffered('pictures of networks')
      for (const url of pictures) expectPicture(url)
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
    'offers the required capabilities: addresses, networks, messages',
    async ({ rig, kernel }) => {
      for (const ref of [addressesCapability, networksCapability, messagesCapability])
        expect(kernel.capability<unknown>(ref as never, rig.network), ref.id).toBeDefined()
      const { defaultAccountType } = kernel.capability(networksCapability, rig.network) ?? {}
      expect(defaultAccountType, 'the default type of an account').toMatch(/./)
      return undefined
    },
  ),
  check(
    'addresses',
    'parses valid addresses, each to one canonical text',
    async ({ rig, offered }) => {
      const offer = offered(addressesCapability)
      expect(rig.addresses.good, 'the rig names valid addresses').not.toEqual([])
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
      for (const text of ['', ' '])
        expect(offer?.looksLike(text), `"${text}" looks like no address`).toBe(false)
      return undefined
    },
  ),
  check(
    'spellings',
    'parses two spellings of one address to the same text',
    async ({ rig, offered }) => {
      const { good, same = [] } = rig.addresses
      const offer = offered(addressesCapability)
      const read = (text: string) =>
        offer?.parse(text, rig.network, never()).then(
          ({ address }) => address,
          () => undefined,
        )
      const hex = good.filter(text => /^0x[\da-f]+$/i.test(text))
      if (!same.length && !hex.length)
        return notChecked('the rig names no two spellings of one address (`addresses.same`)')
      for (const group of same) {
        const texts = await Promise.all(group.map(read))
        expect(new Set(texts), `${group.join(' and ')} are one address`).toEqual(
          new Set([texts[0] ?? expect.fail(`${group[0]} is no address`)]),
        )
      }
      for (const text of hex) {
        const own = await read(text)
        const digits = text.slice(2)
        for (const spelling of [`0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`])
          expect([own, undefined], `${spelling} is ${text}, or refused`).toContain(
            await read(spelling),
          )
      }
      return undefined
    },
  ),
  check('bad addresses', 'rejects invalid addresses with a message', async ({ rig, offered }) => {
    const offer = offered(addressesCapability)
    expect(rig.addresses.bad, 'the rig names invalid addresses').not.toEqual([])
    for (const text of rig.addresses.bad)
      await expect(offer?.parse(text, rig.network, never()), `"${text}"`).rejects.toBeInstanceOf(
        AddressError,
      )
    return undefined
  }),
  check(
    'uri',
    'writes a request for payment, with its amount, and only for an address',
    async ({ rig, kernel, offered }) => {
      const offer = offered(addressesCapability)
      if (!offer?.uri) return notOffered('addresses.uri')
      const { uri } = offer
      const { network } = rig
      const [address = ''] = rig.addresses.good
      const decimals = kernel.items(chainsSlot)[0]?.networks[0].nativeCurrency.decimals ?? 0
      const token = { asset: 'native', decimals } as const
      const plain = await uri({ address, network }, never())
      expect(plain, 'a URI with a scheme').toMatch(/^[a-z][a-z\d+.-]*:./i)
      const amounts = await Promise.all(
        [1n, 25n].map(one => uri({ address, network, token, amount: one * 10n ** 3n }, never())),
      )
      expect(new Set([plain, ...amounts]).size, 'another amount is another text').toBe(3)
      for (const bad of rig.addresses.bad)
        await expect(
          uri({ address: bad, network }, never()),
          `no request to "${bad}"`,
        ).rejects.toBeInstanceOf(AddressError)
      return undefined
    },
  ),
]

/** Fails for a picture that the modal refuses. */
export function expectPicture(url: string): void {
  const isShown = parseImage(url) !== undefined && !url.startsWith('blob:')
  expect(isShown, `${url.slice(0, 60)} is \`https:\`, or a \`data:\` image in base64`).toBe(true)
}

function expectNetwork(network: Network, namespace: string): void {
  const { id, caipNetworkId, name, nativeCurrency, rpcUrls, explorer } = network
  expect(network, 'a network names its namespace and its CAIP-2 id').toMatchObject({
    namespace,
    caipNetworkId: `${namespace}:${id}`,
  })
  expect(
    isNetworkId(caipNetworkId),
    `"${caipNetworkId}" is a CAIP-2 id: 3 to 8 of a-z, 0-9, -, a colon, and 1 to 32 of A-Z, a-z, 0-9, -, _`,
  ).toBe(true)
  expect(name.trim(), `${caipNetworkId} has a name`).toMatch(/./)
  expect(nativeCurrency.symbol.trim(), `the coin of ${caipNetworkId} has a symbol`).toMatch(/./)
  const { decimals } = nativeCurrency
  expect(
    Number.isInteger(decimals) && decimals >= 0 && decimals <= 38,
    `${decimals} decimals of ${caipNetworkId} are a whole number from 0 to 38`,
  ).toBe(true)
  for (const url of rpcUrls)
    expect(URL.canParse(url), `"${url}" of ${caipNetworkId} is a URL`).toBe(true)
  for (const [place, template] of [
    ['{address}', explorer?.address],
    ['{hash}', explorer?.transaction],
  ] as const)
    if (template !== undefined)
      expect(
        /^https?:\/\//.test(template) && template.includes(place),
        `the explorer's "${template}" is a URL with ${place}`,
      ).toBe(true)
}
