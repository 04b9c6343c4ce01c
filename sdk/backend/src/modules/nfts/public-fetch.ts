import { lookup as resolve } from 'node:dns'
import { request as askPlainly, type IncomingMessage } from 'node:http'
import { request as askSecurely } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { BackendError } from '../../errors.js'

export interface PublicFetchOptions {
  /** Hosts (`host` or `host:port`) of the configuration: they may be private, and need no https. */
  readonly hosts: readonly string[]
  /**
   * Folders of the configuration, such as those of gateways: what stands below them may be private,
   * and needs no https; the rest of their hosts gains nothing.
   */
  readonly folders?: readonly string[]
  /** Milliseconds, redirects included. */
  readonly timeoutMs: number
  readonly mostBytes: number
}
/**
 * Fetches text from an untrusted address. Only public hosts get the request, by https at its
 * default port. Resolved addresses and redirects are checked too, because this server runs inside
 * its operator's network (threat S15).
 *
 * @throws BackendError HOST_REFUSED, HOST_UNREACHABLE
 */
export type PublicFetch = (url: string, signal: AbortSignal) => Promise<string>

const mostRedirects = 3

const refused = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  refused.addSubnet(net, prefix, 'ipv4')
/**
 * Of what is given out (2000::/3) what leads back to IPv4 or nowhere: Teredo, documentation, 6to4.
 */
for (const [net, prefix] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  refused.addSubnet(net, prefix, 'ipv6')
const givenOut = new BlockList()
givenOut.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is one of the public internet (the registries of RFC 6890). */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused.check(address, 'ipv4')
  return family === 6 && givenOut.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}

export function createPublicFetch({
  hosts,
  folders = [],
  timeoutMs,
  mostBytes,
}: PublicFetchOptions): PublicFetch {
  const prefixes = folders.map(folder => `${new URL(folder).href.replace(/\/+$/, '')}/`)
  const isConfigured = ({ host, href, username }: URL) =>
    hosts.includes(host) || (username === '' && prefixes.some(prefix => href.startsWith(prefix)))
  const ask = (url: URL, signal: AbortSignal): Promise<IncomingMessage> => {
    const isKnown = isConfigured(url)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (
      !isKnown &&
      (url.protocol !== 'https:' ||
        url.port !== '' ||
        url.username !== '' ||
        (isIP(host) && !isPublicAddress(host)))
    )
      throw refusal()
    return new Promise((answer, fail) => {
      const init = {
        signal,
        headers: { accept: 'application/json', 'accept-encoding': 'identity' },
        ...(!isKnown && { lookup: publicLookup }),
      }
      const request =
        url.protocol === 'https:' ? askSecurely(url, init, answer) : askPlainly(url, init, answer)
      // Not once: a connection may fail again after its answer began, without another event.
      request.on('error', fail)
      request.end()
    })
  }

  const follow = async (url: URL, signal: AbortSignal, left: number): Promise<string> => {
    const answer = await ask(url, signal)
    const { statusCode: status = 0, headers } = answer
    if (
      status >= 300 &&
      status < 400 &&
      headers.location !== undefined &&
      left > 0 &&
      URL.canParse(headers.location, url)
    ) {
      answer.destroy()
      return follow(new URL(headers.location, url), signal, left - 1)
    }
    if (status !== 200) {
      answer.destroy()
      throw new BackendError('HOST_UNREACHABLE', `A host answered with status ${status}.`)
    }
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > mostBytes)
        throw new BackendError('HOST_UNREACHABLE', 'A host gave more than is read of it.')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }

  return async (text, signal) => {
    if (!URL.canParse(text)) throw refusal()
    const over = new AbortController()
    // Not AbortSignal.timeout: Node 20 forgets one that only AbortSignal.any refers to, and a host
    // that hangs would be waited for without end.
    const limit = setTimeout(
      () => over.abort(new DOMException('The host did not answer in time.', 'TimeoutError')),
      timeoutMs,
    ).unref()
    try {
      return await follow(new URL(text), AbortSignal.any([signal, over.signal]), mostRedirects)
    } catch (cause) {
      if (cause instanceof BackendError) throw cause
      throw new BackendError('HOST_UNREACHABLE', 'A host cannot be reached.', { cause })
    } finally {
      clearTimeout(limit)
    }
  }
}

const refusal = () => new BackendError('HOST_REFUSED', 'This host is none that may be asked.')

/**
 * What a connection is opened to is what was judged: a name that answers differently the next time
 * gains nothing by it.
 */
const publicLookup: LookupFunction = (name, options, answer) => {
  resolve(name, { ...options, all: true }, (error, addresses) => {
    if (error) return answer(error, '', 0)
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
      return answer(refusal(), '', 0)
    if (options.all) answer(null, addresses)
    else answer(null, first.address, first.family)
  })
}
