import { message, shortenAddress } from '@portico/kernel/text'
import { useStyles } from '../theme/use-styles.js'
import styles from './address.css?inline'

export const addressMessage = /* @__PURE__ */ message('ui.address', 'Address')

export interface AddressProps {
  readonly value: string
  readonly full?: boolean
  /** A similar address: the groups that differ from it are marked. */
  readonly unlike?: string | undefined
}
/**
 * Shows the first 4 and last 6 characters of an address, or all of it in groups of four. Left to
 * right in every language; copies without spaces.
 */
export function Address({ value, full = false, unlike }: AddressProps) {
  useStyles(styles)
  if (!full)
    return (
      <bdi dir="ltr" className="p-num" title={value}>
        {shortenAddress(value)}
      </bdi>
    )
  const differs = (at: number, group: string) =>
    unlike !== undefined &&
    unlike.slice(at, at + group.length).toLowerCase() !== group.toLowerCase()
  return (
    <bdi dir="ltr" className="p-num p-address">
      {addressGroups(value).map(([at, group]) => (
        <span key={at} className={differs(at, group) ? 'p-unlike' : undefined}>
          {group}
        </span>
      ))}
    </bdi>
  )
}

/**
 * Splits an address into groups of four characters, each with its offset. `0x` belongs to the first
 * group.
 */
function addressGroups(address: string): readonly (readonly [at: number, group: string])[] {
  const head = address.startsWith('0x') ? 6 : 4
  const groups: [number, string][] = [[0, address.slice(0, head)]]
  for (let at = head; at < address.length; at += 4) groups.push([at, address.slice(at, at + 4)])
  return groups
}
