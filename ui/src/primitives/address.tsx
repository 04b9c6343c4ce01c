import { message } from '@portico/kernel/contracts'
import { useStyles } from '../theme/use-styles.js'
import styles from './address.css?inline'
import { addressGroups } from './address-groups.js'
import { shortAddress } from './short-address.js'

export const addressMessage = /* @__PURE__ */ message('ui.address', 'Address')

export interface AddressProps {
  readonly value: string
  readonly full?: boolean
  /** Another one that it could be taken for: the groups that differ are marked. */
  readonly unlike?: string | undefined
}
/** An address: its first 4 and last 6 characters, or all of it in groups of four. Reads from the left in every language; copies without spaces. */
export function Address({ value, full = false, unlike }: AddressProps) {
  useStyles(styles)
  if (!full)
    return (
      <bdi dir="ltr" className="p-num" title={value}>
        {shortAddress(value)}
      </bdi>
    )
  const differs = (at: number, group: string) => unlike !== undefined && unlike.slice(at, at + group.length).toLowerCase() !== group.toLowerCase()
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
