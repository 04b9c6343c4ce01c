import { domainToASCII } from 'node:url'

const local = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Reads a mail address in lower case, its domain in ASCII (S5.27). Undefined for anything else.
 *
 * Quoted local parts, comments and IP addresses as domains are refused.
 */
export function readMailAddress(input: string): string | undefined {
  const trimmed = input.trim()
  const at = trimmed.lastIndexOf('@')
  if (trimmed.length > 254 || at < 1 || at > 64) return undefined
  const name = trimmed.slice(0, at).toLowerCase()
  const written = trimmed.slice(at + 1)
  // domainToASCII reads a URL's host, so it drops what a URL has behind or before its host.
  if (/[/\\?#:@]/.test(written)) return undefined
  const domain = domainToASCII(written)
  const labels = domain.split('.')
  const isDomain =
    labels.length > 1 &&
    domain.length <= 253 &&
    labels.every(part => label.test(part)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  return isDomain && local.test(name) ? `${name}@${domain}` : undefined
}
