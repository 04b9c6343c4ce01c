/**
 * Validates external wallets: the host's own and those of a remote directory.
 * A validated wallet is safe to show and to open (decision 38, S7, S30).
 */
import { displayText, mixesAlphabets } from '@portico/kernel/text'
import {
  type AppLinks,
  type AppStore,
  type DirectoryWallet,
  isBlocked,
  parseImage,
  parseLink,
  walletScheme,
} from '@portico/kernel/wallet'
import * as v from 'valibot'
import { DirectoryError } from '../errors.js'
import { appStores, storePage } from '../stores.js'

/** Characters. A longer name or link is rejected without being read. */
const nameLimit = 256
const linkLimit = 2_048

const text = v.nullish(v.pipe(v.string(), v.maxLength(linkLimit)))
const links = v.nullish(v.object({ universal: text, native: text }))
const id = v.pipe(v.string(), v.regex(/^[\w.-]{1,128}$/))
const rdns = v.pipe(v.string(), v.maxLength(253), v.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i))
const namespace = v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}$/))

const entry = v.object({
  id,
  name: v.pipe(v.string(), v.maxLength(nameLimit)),
  rdns: v.nullish(v.fallback(v.nullable(rdns), null)),
  explorerId: v.nullish(v.fallback(v.nullable(id), null)),
  namespaces: v.pipe(v.array(namespace), v.maxLength(64)),
  // The upper limit of a data image; `parseImage` decides what may be shown.
  imageUrl: v.nullish(v.pipe(v.string(), v.maxLength(262_144))),
  imageId: v.nullish(v.pipe(v.string(), v.regex(/^[\w./-]{1,128}$/))),
  homepage: text,
  mobile: links,
  desktop: links,
  web: text,
  browse: text,
  stores: v.nullish(v.record(v.string(), text)),
})

// Thousands are validated at once: the common simple forms skip the slow checks.
/** A name that can be shown unchanged. */
const plainName = /^(?=.{1,64}$)\w+(?: \w+)*$/
/** A link that every browser reads exactly as it is written. */
const plainLink = /^https:\/\/(?:[a-z0-9-]+\.)+[a-z]{2,63}\/(?:[\w-]+(?:[./][\w-]+)*\/?)?$/

/**
 * Validates an entry as a wallet.
 * Rejects a wrong shape, a name that mixes alphabets, and a link that runs code, carries
 * credentials, or leads to a host that only looks like one.
 *
 * A link that is merely useless (http, a scheme in capitals, a blocked host) is left out and the
 * wallet stays: it can also be paired by its code.
 *
 * @throws DirectoryError `ENTRY_REFUSED`
 */
export function readWallet(
  found: unknown,
  blocked: ReadonlySet<string> = new Set(),
): DirectoryWallet {
  const { success, output, issues } = v.safeParse(entry, found)
  if (!success) throw refusal(found, `${issues[0].path?.[0]?.key ?? 'shape'}`)
  const isPlain = plainName.test(output.name)
  const name = isPlain ? output.name : displayText(output.name)
  if (!name || (!isPlain && mixesAlphabets(name))) throw refusal(found, 'name')
  if (!output.namespaces.length) throw refusal(found, 'namespaces')

  const open: Open = (field, link) => httpsOf(link, blocked, () => refusal(found, field))
  const scheme = (field: string, link: string | null | undefined) =>
    link ? schemeOf(link, () => refusal(found, field)) : undefined
  const [mobile, desktop] = (['mobile', 'desktop'] as const).map(field =>
    appOf(open(field, output[field]?.universal), scheme(field, output[field]?.native)),
  )
  const { homepage, web, browse } = {
    homepage: open('homepage', output.homepage),
    web: open('web', output.web),
    browse: browseOf(output.browse, open),
  }
  const stores = Object.fromEntries(
    appStores.flatMap(store => pageOf(store, output.stores?.[store], open)),
  )
  const imageUrl = output.imageUrl ? parseImage(output.imageUrl) : undefined
  return {
    id: output.id,
    name,
    ...(output.rdns && { rdns: output.rdns.toLowerCase() }),
    ...(output.explorerId && { explorerId: output.explorerId }),
    namespaces: [...new Set(output.namespaces)],
    ...(imageUrl && { imageUrl }),
    ...(output.imageId && { imageId: output.imageId }),
    ...(homepage && { homepage }),
    ...(mobile && { mobile }),
    ...(desktop && { desktop }),
    ...(web && { web }),
    ...(browse && { browse }),
    ...(Object.keys(stores).length > 0 && { stores }),
  }
}

/** Names the wallet and its invalid field, so that the author of the entry finds both. */
function refusal(found: unknown, field: string): DirectoryError {
  const { name, id } = Object(found) as { readonly name?: unknown; readonly id?: unknown }
  const called = [name, id].map(one => typeof one === 'string' && displayText(one)).find(Boolean)
  return new DirectoryError(
    'ENTRY_REFUSED',
    `The wallet ${called ? `“${called}”` : 'without a name'} was left out of the list because of its ${field}.`,
  )
}
/** Validates a link of a field. */
type Open = (field: string, link: string | null | undefined) => string | undefined

function pageOf(store: AppStore, link: string | null | undefined, open: Open): [string, string][] {
  if (!link) return []
  const page = cleanStorePage(store, link)
  // Many entries name their own download page there, which is no page of the store.
  if (!page) open('stores', link)
  return page ? [[store, page]] : []
}

/** The links to a page of a store, with the id of the app. */
const storeLinks: Readonly<Record<AppStore, RegExp>> = {
  ios: /^https:\/\/(?:apps|itunes)\.apple\.com\/(?:[^?#]*\/)?(?:id)?(\d+)(?:[?#].*)?$/,
  android: /^https:\/\/play\.google\.com\/store\/apps\/details\?(?:[^#]*&)?id=([^&#]+)/,
  chrome:
    /^https:\/\/(?:chromewebstore\.google\.com|chrome\.google\.com\/webstore)\/detail\/(?:[^/?#]+\/)?([a-p]{32})(?:[/?#].*)?$/,
  firefox: /^https:\/\/addons\.mozilla\.org\/(?:[\w-]+\/)?firefox\/addon\/([^/?#]+)/,
  edge: /^https:\/\/microsoftedge\.microsoft\.com\/addons\/detail\/(?:[^/?#]+\/)?([a-p]{32})(?:[/?#].*)?$/,
  opera: /^https:\/\/addons\.opera\.com\/(?:[\w-]+\/)?extensions\/details\/([^/?#]+)/,
}
/**
 * Returns the same page for any link to it, without extra parts. Undefined for a link to another
 * page.
 */
export function cleanStorePage(store: AppStore, link: string): string | undefined {
  const id = storeLinks[store].exec(link)?.[1]
  return id === undefined ? undefined : storePage(store, id)
}

/**
 * Returns an https link that may be opened; undefined for a missing or useless one.
 * Throws for a deceptive one.
 */
function httpsOf(
  link: string | null | undefined,
  blocked: ReadonlySet<string>,
  refuse: () => DirectoryError,
): string | undefined {
  if (!link) return undefined
  const fine = plainLink.test(link) ? link : parseLink(link)
  if (fine === undefined) {
    if (/^http:\/\/[^\s@\\]*$/.test(link)) return undefined
    throw refuse()
  }
  // The host as it is written: a host that becomes plain only after a browser's normalisation is
  // deceptive.
  const host = /^https:\/\/([^/?#]*)/.exec(fine)?.[1]?.toLowerCase() ?? ''
  if (!isPlainHost(host.replace(/:443$/, ''))) throw refuse()
  return blocked.size && isBlocked(fine, blocked) ? undefined : fine
}
/** True for a domain name in unambiguous letters: no punycode, no IP address. */
const isPlainHost = (host: string) =>
  /^(?:(?!xn--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(host)

const appOf = (universal: string | undefined, native: string | undefined): AppLinks | undefined =>
  universal || native ? { ...(universal && { universal }), ...(native && { native }) } : undefined

function schemeOf(link: string, refuse: () => DirectoryError): string | undefined {
  if (walletScheme(link)) return link
  // Some entries have their scheme in capitals, which no browser opens; any other difference is
  // deceptive.
  if (walletScheme(link.toLowerCase())) return undefined
  throw refuse()
}
function browseOf(template: string | null | undefined, open: Open): string | undefined {
  // The check leaves out the placeholders for the page's address: they may stand only in the path
  // and in the query.
  if (!template || !open('browse', template.replace(/\{(?:url|origin|page)\}/g, 'x')))
    return undefined
  return /^https:\/\/[^/{}]+\/[^{}]*(?:\{(?:url|origin|page)\}[^{}]*)+$/.test(template)
    ? template
    : undefined
}
