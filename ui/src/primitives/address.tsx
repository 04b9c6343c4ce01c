import { useStyles } from '../theme/use-styles.js'
import { addressStyles } from './address.styles.js'
import { addressGroups } from './address-groups.js'
import { shortAddress } from './short-address.js'

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
      {addressGroups(value).map(([at, group]) => (
        <span key={at}>{group}</span>
      ))}
    </bdi>
  )
}
