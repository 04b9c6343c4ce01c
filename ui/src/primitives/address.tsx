import { useStyles } from '../theme/use-styles.js'
import { addressStyles } from './address.styles.js'

/** An address: its first 4 and last 6 characters, or all of it in groups of four. Reads from the left in every language; copies without spaces. */
export function Address({ value, full = false }: { readonly value: string; readonly full?: boolean }) {
  useStyles(addressStyles)
  if (!full)
    return (
      <bdi dir="ltr" className="p-num" title={value}>
        {shortAddress(value)}
      </bdi>
    )
  return (
    <bdi dir="ltr" className="p-num p-address">
      {groupsOf(value).map(([at, group]) => (
        <span key={at}>{group}</span>
      ))}
    </bdi>
  )
}

/** For small places: the first 4 and the last 6 characters; `0x` is no character of them. A chain may have a better habit: see `Addresses.shorten`. */
export function shortAddress(address: string): string {
  const head = prefixOf(address) + 4
  return address.length <= head + 7 ? address : `${address.slice(0, head)}…${address.slice(-6)}`
}
const prefixOf = (address: string): number => (address.startsWith('0x') ? 2 : 0)

function groupsOf(address: string): readonly (readonly [at: number, group: string])[] {
  const head = prefixOf(address) + 4
  const groups: [number, string][] = [[0, address.slice(0, head)]]
  for (let at = head; at < address.length; at += 4) groups.push([at, address.slice(at, at + 4)])
  return groups
}
