import { connectEntries } from '@portico/kernel/contracts'
import { Icon, List, Row, useKernel, usePreload, useRead, useSay, useSlot, useText } from '@portico/ui'
import { entryWords } from '../text/entry-words.js'

/** Ways to wallets that are elsewhere. */
export default function Entries() {
  const entries = useSlot(connectEntries)
  const kernel = useKernel()
  const preload = usePreload()
  const say = useSay()
  const tags = useRead(read => entries.map(({ tag }) => (typeof tag === 'function' ? tag(read) : undefined)))
  const t = useText(entryWords)
  return (
    <List label={t('connection.more')}>
      {entries.map(({ id, icon, label, tag, view }, i) => (
        <Row
          key={id}
          icon={<Icon name={icon} />}
          title={say(label)}
          tag={typeof tag === 'object' ? say(tag) : tags[i]}
          preload={() => preload(view)}
          onClick={() => kernel.views.push(view)}
        />
      ))}
    </List>
  )
}
