/** A directory that is asked over the network: `GET /getWallets`, the shape of WalletConnect's (explorer API). */
import type { Http } from '@portico/kernel/contracts'
import * as v from 'valibot'
import type { RemoteDirectory } from '../options.js'
import type { WalletPage, WalletPageAsk } from '../refs.js'

/** Wallets of one page, and at most of one search (specification of the wire, section 4). */
const [pageSize, searchSize] = [40, 100]

const text = v.nullish(v.string())
/** One entry as it comes. Its links are looked at by the door, like those of every wallet from outside. */
const listed = v.object({
  id: v.string(),
  name: v.string(),
  rdns: text,
  chains: v.nullish(v.array(v.string())),
  image_url: text,
  homepage: text,
  mobile_link: text,
  desktop_link: text,
  webapp_link: text,
  link_mode: text,
  app_store: text,
  play_store: text,
  chrome_store: text,
})
const answer = v.object({ data: v.pipe(v.array(v.unknown()), v.maxLength(1_000)), count: v.pipe(v.number(), v.integer(), v.minValue(0)) })

/** Asks for one page. Throws what `http` throws. */
export async function askRemote(http: Http, { url, projectId }: RemoteDirectory, ask: WalletPageAsk, signal: AbortSignal): Promise<WalletPage> {
  const { data, count } = await http.get(`${url.replace(/\/$/, '')}/getWallets`, {
    query: {
      projectId,
      page: ask.page,
      entries: ask.search ? searchSize : pageSize,
      search: ask.search || undefined,
      chains: ask.networks.join(',') || undefined,
    },
    read: body => v.parse(answer, body),
    signal,
  })
  return { wallets: data.flatMap(candidateOf), count, entries: data.length }
}

/** An entry in our words; still a stranger's. None for one without the shape of one. */
function candidateOf(found: unknown): WalletPage['wallets'] {
  const { success, output } = v.safeParse(listed, found)
  if (!success) return []
  const { id, name, rdns, chains, image_url, homepage, mobile_link, desktop_link, webapp_link, link_mode, app_store, play_store, chrome_store } = output
  const links = (link: string | null | undefined, universal?: string | null) => ({
    ...(link && (link.startsWith('https:') ? { universal: link } : { native: link })),
    ...(universal && { universal }),
  })
  return [
    {
      id,
      name,
      explorerId: id,
      ...(rdns && { rdns }),
      namespaces: [...new Set((chains ?? []).map(chain => chain.split(':', 1)[0] ?? ''))],
      ...(image_url && { imageUrl: image_url }),
      ...(homepage && { homepage }),
      mobile: links(mobile_link, link_mode),
      desktop: links(desktop_link),
      ...(webapp_link && { web: webapp_link }),
      stores: { ...(app_store && { ios: app_store }), ...(play_store && { android: play_store }), ...(chrome_store && { chrome: chrome_store }) },
    },
  ]
}
