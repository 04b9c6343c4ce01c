import { connectEntries, message } from '@portico/kernel/contracts'
import { Icon, List, Row, useKernel, usePreload, useRead, useSlot, useTranslate } from '@portico/ui'

/** Ways to wallets that are elsewhere. */
export default function Entries() {
  const entries = useSlot(connectEntries)
  const kernel = useKernel()
  const preload = usePreload()
  const tags = useRead(read => entries.map(({ tag }) => (typeof tag === 'function' ? tag(read) : undefined)))
  const t = useTranslate()
  return (
    <List label={t(message('connection.more', 'More ways to connect'))}>
      {entries.map(({ id, icon, label, tag, view }, i) => (
        <Row
          key={id}
          icon={<Icon name={icon} />}
          title={t(label)}
          tag={typeof tag === 'object' ? t(tag) : tags[i]}
          preload={() => preload(view)}
          onClick={() => kernel.views.push(view)}
        />
      ))}
    </List>
  )
}
