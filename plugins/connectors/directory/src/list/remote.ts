/** Requests a remote directory: `GET /getWallets`, in the shape of WalletConnect's explorer API. */
import type { Http } from '@portico/kernel/backend'
import * as v from 'valibot'
import type { RemoteDirectory } from '../options.js'
import type { WalletPage, WalletPageAsk } from '../refs.js'

/** Wallets per page, and per page of a search: the limits of the API of remote directories. */
const [pageSize, searchSize] = [40, 100]

const text = v.nullish(v.string())
/**
 * The wire shape of one entry. Its links are validated later, like those of every external wallet.
 */
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
const answer = v.object({
  data: v.pipe(v.array(v.unknown()), v.maxLength(1_000)),
  count: v.pipe(v.number(), v.integer(), v.minValue(0)),
})

/** Requests one page. Throws what `http` throws. */
export async function askRemote(
  http: Http,
  { url, projectId }: RemoteDirectory,
  ask: WalletPageAsk,
  signal: AbortSignal,
): Promise<WalletPage> {
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

/** Converts an entry to our shape, still untrusted. Empty for an entry of another shape. */
function candidateOf(found: unknown): WalletPage['wallets'] {
  const { success, output } = v.safeParse(listed, found)
  if (!success) return []
  const {
    id,
    name,
    rdns,
    chains,
    image_url,
    homepage,
    mobile_link,
    desktop_link,
    webapp_link,
    link_mode,
    app_store,
    play_store,
    chrome_store,
  } = output
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
      stores: {
        ...(app_store && { ios: app_store }),
        ...(play_store && { android: play_store }),
        ...(chrome_store && { chrome: chrome_store }),
      },
    },
  ]
}
