import { override } from '@portico/kernel'
import { nftPageEndpoint } from '@portico/kernel/backend'
import type { Nft, NftPage } from '@portico/kernel/capabilities'
import { mainnet } from '@portico/plugin-eip155'
import { nfts, nftView } from '@portico/plugin-nfts'
import type { Chapter } from '../entry.js'
import { longNames } from '../names.js'
import type { Setting, Stage } from '../stage.js'

const account = 'Account'
const view = nftView.id
const contract = '0x06012c8cf97BEaD5deAe237070F9587f8E7A266d'
/** A small picture that is itself the text: hills under a sky of this hue. */
const picture = (hue: number) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><path fill="hsl(${hue} 60% 75%)" d="M0 0h80v80H0z"/><circle cx="56" cy="24" r="9" fill="hsl(${hue} 80% 92%)"/><path fill="hsl(${hue + 40} 35% 45%)" d="M0 60q20-30 42-6t38-10v36H0z"/><path fill="hsl(${hue + 60} 40% 30%)" d="M0 72q26-16 46-4t34-8v20H0z"/></svg>`,
  )}`
const nft = (at: number, more: Partial<Nft> = {}): Nft => ({
  asset: `${mainnet.caipNetworkId}/erc721:${contract}/${at}`,
  network: mainnet.caipNetworkId,
  standard: 'erc721',
  tokenId: String(at),
  amount: 1n,
  collection: 'Harbors',
  address: contract,
  name: `Harbor at dawn ${at}`,
  image: picture(at * 47),
  ...more,
})
const full = nft(7, {
  description: 'One of three hundred mornings.\nDrawn by hand, in the winter of 2025.',
  traits: [
    { name: 'Sky', value: 'Pale' },
    { name: 'Boats', value: '3' },
    { name: 'Tide', value: 'Low' },
  ],
})
const usual: readonly Nft[] = [
  full,
  nft(8, { standard: 'erc1155', amount: 12n, name: 'Lighthouse keeper', collection: 'Editions' }),
  nft(9, { name: 'Storm' }),
  nft(771769),
  nft(11, { isSpam: true, name: 'Claim at harbor-gift.xyz' }),
]
const withoutImages = usual.map(({ image: _, ...one }) => ({
  ...one,
  image: 'https://pictures.example/1.png',
}))
const spam = usual.slice(4)

const answering = (page: () => Promise<NftPage>): Setting => ({
  plugins: chain => [chain, nfts()],
  options: { endpoints: [override(nftPageEndpoint, page)] },
})
const having = (items: readonly Nft[]) => answering(async () => ({ items }))
const showing =
  (...said: readonly string[]) =>
  async ({ connect, see }: Stage) => {
    await connect()
    for (const words of said) await see(words)
  }
const opening = (one: Nft, said: string) => ({
  setting: having([one]),
  async prepare({ connect, see, portico }: Stage) {
    await connect()
    portico.kernel.views.push(nftView, { nft: one })
    await see(said)
  },
})

const chapter: Chapter = {
  plugins: () => [nfts()],
  cannot: {
    [view]: {
      loading: 'It is opened with all that is known.',
      empty: 'It is opened with an NFT.',
    },
  },
  entries: [
    {
      id: 'nfts/loading',
      view: account,
      kind: 'step',
      title: 'The NFTs are on their way',
      setting: answering(() => new Promise(() => undefined)),
      prepare: showing('Loading NFTs'),
    },
    {
      id: 'nfts/full',
      view: account,
      kind: 'step',
      title: 'Two beside each other',
      setting: having(usual),
      prepare: showing('Lighthouse keeper', 'Show hidden'),
    },
    {
      id: 'nfts/consent',
      view: account,
      kind: 'step',
      title: 'Pictures of third parties, before the person allows them',
      setting: having(withoutImages),
      prepare: showing('Show pictures'),
    },
    {
      id: 'nfts/empty',
      view: account,
      kind: 'step',
      title: 'Nothing was collected yet',
      setting: having([]),
      prepare: showing('No NFTs on Ethereum yet'),
    },
    {
      id: 'nfts/none',
      view: account,
      kind: 'step',
      title: 'The network offers no list',
      setting: { plugins: chain => [chain, nfts()] },
      prepare: showing('cannot be listed'),
    },
    {
      id: 'nfts/error',
      view: account,
      kind: 'step',
      title: 'No source lists the NFTs',
      setting: answering(() => Promise.reject(new RangeError('down'))),
      prepare: showing('The NFTs cannot be loaded right now.'),
    },
    {
      id: 'nft/full',
      view,
      kind: 'full',
      title: 'All that is known of one',
      ...opening(full, 'One of three hundred mornings.'),
    },
    {
      id: 'nft/error',
      view,
      kind: 'error',
      title: 'Suspicious, with a warning',
      ...opening(spam[0] ?? full, 'You probably did not ask for this.'),
    },
    {
      id: 'nft/long',
      view,
      kind: 'long',
      title: 'Long names, a token id of 78 digits',
      ...opening(
        nft(3, {
          name: longNames[1],
          collection: longNames[0],
          tokenId: '9'.repeat(78),
          amount: 10n ** 30n,
          description: `${longNames[1]}${longNames[1]} ${longNames[2]}`,
          traits: longNames.map(name => ({ name, value: name })),
        }),
        'You have',
      ),
    },
  ],
}
export default chapter
