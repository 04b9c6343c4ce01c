import { isIPv6 } from 'node:net'

/**
 * What is limited together: an IPv4 address, or the /64 network of an IPv6 address, which belongs
 * to one customer of a provider.
 */
export function clientKey(address: string): string {
  const bare = address
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1') // some proxies add the port
    .replace(/%.*$/, '')
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(new URL(`http://[${bare}]`).hostname.slice(1, -1))
  const isIPv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isIPv4
    ? groups.slice(6).flatMap(bytesOf).join('.')
    : `${groups.slice(0, 4).join(':')}::/64`
}

/** The eight groups of an address in its canonical form. */
function groupsOf(canonical: string): readonly string[] {
  const [head = [], tail] = canonical.split('::').map(part => (part ? part.split(':') : []))
  return tail ? [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail] : head
}

const bytesOf = (group: string): readonly number[] => [
  Number.parseInt(group, 16) >> 8,
  Number.parseInt(group, 16) & 0xff,
]
